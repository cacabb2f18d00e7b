import { lazyScript, withTexts } from '../ui/lazy.tsx'

/** Only users without an account load it. */
const overlays = lazyScript(() => withTexts(import('./trial.tsx')))

export const TrialCard = overlays.overlay((all) => all.TrialCard)
export const TrialMenu = overlays.overlay((all) => all.TrialMenu)
export const TrialPanel = overlays.overlay((all) => all.TrialPanel)
