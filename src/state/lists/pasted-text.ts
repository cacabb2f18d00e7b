import { accountStore } from '../account-store.ts'

/** The multi-line text under review, pasted or shared from another app; null: none, empty: it is asked for. */
export const usePasted = accountStore<{ text: string | null }>(() => ({ text: null }))

export function openPasted(text: string | null): void {
  usePasted.setState({ text })
}
