import { create } from 'zustand'

/** What of the open list is on the screen while it is edited, for the actions that mean what is seen. */
export const useShown = create<{
  ids: readonly string[]
  /** the whole list in its own order */
  own: boolean
  searching: boolean
}>(() => ({ ids: [], own: true, searching: false }))
