import { later } from '../app/later.tsx'

/** Lazy, so that only users without an account load them. */
export const TrialCard = later(async () => (await import('./trial.tsx')).TrialCard)
export const TrialMenu = later(async () => (await import('./trial.tsx')).TrialMenu)
export const TrialPanel = later(async () => (await import('./trial.tsx')).TrialPanel)
