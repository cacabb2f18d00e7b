export type ListsStatus = 'active' | 'archived' | 'shared'

/** Own lists are split by status; lists of others are all 'shared', even if their owner archived them. */
export function listsWith<L extends { listStatus: string; owner?: unknown }>(
  lists: readonly L[],
  status: ListsStatus,
): readonly L[] {
  return lists.filter(({ owner, listStatus }) =>
    owner ? status === 'shared' : status === (listStatus === 'archiwum' ? 'archived' : 'active'),
  )
}
