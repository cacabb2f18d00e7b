import { deviceSetting } from '../device-setting.ts'

interface Banner {
  closedBy: string | null
}

function read(stored: unknown): Banner {
  // An older version stored only the id.
  const closedBy = typeof stored === 'string' ? stored : (stored as Partial<Banner> | undefined)?.closedBy
  return { closedBy: typeof closedBy === 'string' ? closedBy : null }
}

const banner = deviceSetting<Banner>('inactiveBannerClosed', { closedBy: null }, read)

/** The user who closed the banner. It stays closed across restarts, until the next log-in. */
export const useInactiveBanner = banner.use
export const restoreInactiveBanner = banner.restore

export function closeInactiveBanner(userId: string): void {
  banner.change({ closedBy: userId })
}

/** Shows the banner again after a log-in, whoever logs in. */
export function raiseInactiveBanner(): void {
  banner.change({ closedBy: null })
}
