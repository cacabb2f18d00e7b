import { deviceSetting } from '../device-setting.ts'

interface Banner {
  closedBy: string | null
}

function read(stored: unknown): Banner {
  // An older version stored the id alone.
  const closedBy = typeof stored === 'string' ? stored : (stored as Partial<Banner> | undefined)?.closedBy
  return { closedBy: typeof closedBy === 'string' ? closedBy : null }
}

const banner = deviceSetting<Banner>('inactiveBannerClosed', { closedBy: null }, read)

/** Whose banner was closed: it stays so over a restart, until their next log-in. */
export const useInactiveBanner = banner.use
export const restoreInactiveBanner = banner.restore

export function closeInactiveBanner(userId: string): void {
  banner.change({ closedBy: userId })
}

/** Somebody logs in: whoever they are is told once more. */
export function raiseInactiveBanner(): void {
  banner.change({ closedBy: null })
}
