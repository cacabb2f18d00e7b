import { type Settings, useSettings } from './settings.ts'

export type ShownMode = 'light' | 'dark'

const system = () => matchMedia('(prefers-color-scheme: dark)')

/** Returns light or dark: the user's choice, or with 'auto' the system's. */
export function shownMode(chosen: Settings['mode'] = useSettings.getState().mode): ShownMode {
  if (chosen !== 'auto') return chosen
  return system().matches ? 'dark' : 'light'
}

/** Calls `changed` when the choice or the system's preference changes. Returns the stop function. */
export function watchMode(changed: () => void): () => void {
  const query = system()
  query.addEventListener('change', changed)
  const stop = useSettings.subscribe((now, before) => {
    if (now.mode !== before.mode) changed()
  })
  return () => {
    query.removeEventListener('change', changed)
    stop()
  }
}
