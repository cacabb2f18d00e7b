import { type Entry, fold } from '../../core/sync/mutation.ts'
import { isNewer } from '../../device/storage/stored.ts'
import { useSync } from './sync-status.ts'
import { useDevice } from './device.ts'

/** Adds entries that were just appended to the outbox in memory. Entries from another context may be there already. */
export function showAppended(added: readonly Entry[], device = useDevice.getState().device): void {
  useSync.of(device).setState(({ outbox }) => {
    const opIds = new Set(outbox.map(({ opId }) => opId))
    const news = added.filter(({ opId }) => !opIds.has(opId))
    return news.length === 0 ? {} : { outbox: folded([...outbox, ...news], device?.isTrial ?? false) }
  })
}

/** Removes superseded entries, list by list. */
function folded(outbox: readonly Entry[], isTrial: boolean): Entry[] {
  const lists = [...Map.groupBy(outbox, (entry) => entry.listId).values()]
  const needed = new Set(
    lists.flatMap((ofList) => [...fold(ofList.filter(isLegible), { isTrial }), ...ofList.filter(isNewer)]),
  )
  return outbox.filter((entry) => needed.has(entry))
}

/**
 * Returns the pending entries of one list that this version can read. A newer version of the app may have written
 * others.
 */
export function waitingIn(listId: string, device = useDevice.getState().device): Entry[] {
  const { outbox } = useSync.of(device).getState()
  return outbox.filter((entry) => entry.listId === listId && isLegible(entry))
}

function isLegible(entry: Entry): boolean {
  return !isNewer(entry)
}
