export type ListsStatus = 'active' | 'archived' | 'shared'

/** One's own lists by status; those of others are together, whatever their owner did with them. */
export function listsWith<L extends { listStatus: string; owner?: unknown }>(
  lists: readonly L[],
  status: ListsStatus,
): readonly L[] {
  return lists.filter(({ owner, listStatus }) =>
    owner ? status === 'shared' : status === (listStatus === 'archiwum' ? 'archived' : 'active'),
  )
}
