import { useSyncExternalStore } from 'react'
import { type ShownMode, shownMode, watchMode } from '../state/session/mode.ts'

export function useShownMode(): ShownMode {
  return useSyncExternalStore(watchMode, () => shownMode())
}
