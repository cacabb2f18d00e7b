import { late, later } from '../app/lazy.tsx'

/** Lazy, so that only users without an account load them. */
const parts = late(() => import('./trial.tsx'))

export const TrialCard = later(async () => (await parts.load()).TrialCard)
export const TrialMenu = later(async () => (await parts.load()).TrialMenu)
export const TrialPanel = later(async () => (await parts.load()).TrialPanel)
