import { later } from '../../app/later.tsx'

/** For somebody who tried the app without an account only. */
export const TrialNotice = later(async () => (await import('./trial-notice.tsx')).TrialNotice)
