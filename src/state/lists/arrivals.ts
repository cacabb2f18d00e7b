import { accountStore } from '../account-store.ts'

/** Products that were added on this device and that the list's page has not shown yet, by list. */
export const useArrivals = accountStore(() => ({ of: new Map<string, readonly string[]>() }))

export function arrived(listId: string, ids: readonly string[]): void {
  useArrivals.setState(({ of }) => ({ of: new Map(of).set(listId, [...(of.get(listId) ?? []), ...ids]) }))
}

export function takeArrivals(listId: string): readonly string[] {
  const ids = useArrivals.getState().of.get(listId) ?? []
  if (ids.length > 0)
    useArrivals.setState(({ of }) => ({ of: new Map([...of].filter(([id]) => id !== listId)) }))
  return ids
}
