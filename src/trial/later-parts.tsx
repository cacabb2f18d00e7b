import { later } from '../app/later.tsx'

/** For somebody without an account only, so that nobody else loads them. */
export const TrialCard = later(async () => (await import('./trial-card.tsx')).TrialCard)
export const TrialMenu = later(async () => (await import('./trial-menu.tsx')).TrialMenu)
export const TrialPanel = later(async () => (await import('./trial-panel.tsx')).TrialPanel)
