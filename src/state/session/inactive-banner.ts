import { create } from 'zustand'
import { deleteValue, getValue, putValue } from '../../../device/app-db.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../notices.ts'

const key = 'inactiveBannerClosed'

/** Whose banner was closed: it stays so over a restart, until their next log-in. */
export const useInactiveBanner = create<{ closedBy: string | null }>(() => ({ closedBy: null }))

export async function restoreInactiveBanner(): Promise<void> {
  const stored = await getValue(key)
  useInactiveBanner.setState({ closedBy: typeof stored === 'string' ? stored : null })
}

export function closeInactiveBanner(userId: string): void {
  useInactiveBanner.setState({ closedBy: userId })
  putValue(key, userId).catch(() => notify('warning', texts.storageFailed))
}

/** Somebody logs in: whoever they are is told once more. */
export function raiseInactiveBanner(): void {
  useInactiveBanner.setState({ closedBy: null })
  deleteValue(key).catch(() => notify('warning', texts.storageFailed))
}
