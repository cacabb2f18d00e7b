import { create } from 'zustand'

/** Products that were added here and that the page of their list has not shown yet, by list. */
export const useArrivals = create<ReadonlyMap<string, readonly string[]>>(() => new Map())

export function arrived(listId: string, ids: readonly string[]): void {
  useArrivals.setState((now) => new Map(now).set(listId, [...(now.get(listId) ?? []), ...ids]), true)
}

export function takeArrivals(listId: string): readonly string[] {
  const ids = useArrivals.getState().get(listId) ?? []
  if (ids.length > 0) useArrivals.setState((now) => new Map([...now].filter(([id]) => id !== listId)), true)
  return ids
}
