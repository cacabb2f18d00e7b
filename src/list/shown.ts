import { accountStore } from '../state/account-store.ts'

/** The products of the open list that are shown while it is edited, for actions such as saving the order. */
export const useShown = accountStore<{
  ids: readonly string[]
  /** the whole list is shown, in its own order */
  own: boolean
  searching: boolean
}>(() => ({ ids: [], own: true, searching: false }))
