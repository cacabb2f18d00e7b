import { accountStore } from '../account-store.ts'

/** Per list: products added on this device that the list's page has not shown yet. */
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
