import { later } from '../../app/later.tsx'

/** Needed only by users who tried the app without an account. */
export const TrialNotice = later(async () => (await import('./trial-notice.tsx')).TrialNotice)
