export type ListsStatus = 'active' | 'archived' | 'shared'

/**
 * The active ones are one's own and those of others, since all of them are bought from. Those of others are 'shared'
 * even if their owner archived them.
 */
export function listsWith<L extends { listStatus: string; owner?: unknown }>(
  lists: readonly L[],
  status: ListsStatus,
): readonly L[] {
  return lists.filter(({ owner, listStatus }) => {
    const archived = listStatus === 'archiwum'
    if (status === 'active') return !archived
    return status === 'shared' ? Boolean(owner) : archived && !owner
  })
}
