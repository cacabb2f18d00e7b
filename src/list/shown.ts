import { accountStore } from '../state/account-store.ts'

/** What is shown of the open list while it is edited, for actions on the shown products. */
export const useShown = accountStore<{
  ids: readonly string[]
  /** the whole list in its own order */
  own: boolean
  searching: boolean
}>(() => ({ ids: [], own: true, searching: false }))
