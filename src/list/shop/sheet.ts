import { accountStore } from '../../state/account-store.ts'

/** The product whose sheet is open over the list; null: none. */
export const useSheet = accountStore<{ id: string | null }>(() => ({ id: null }))

export function openSheet(id: string | null): void {
  useSheet.setState({ id })
}
