export type ListsStatus = 'active' | 'archived' | 'shared'

/**
 * Returns the lists of one page. 'active' includes lists of other people, since the user shops with them too. A list of
 * somebody else is 'shared' even if its owner archived it.
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
