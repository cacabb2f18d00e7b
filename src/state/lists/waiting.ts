import { type Entry, fold } from '../../../core/sync/mutation.ts'
import { isNewer } from '../../../device/stored.ts'
import { useSync } from './sync.ts'
import { useDevice } from '../session/device.ts'

/** What was just appended waits too; what another context told of may be here already. */
export function showAppended(added: readonly Entry[], device = useDevice.getState().device): void {
  useSync.of(device).setState(({ outbox }) => {
    const here = new Set(outbox.map(({ opId }) => opId))
    const news = added.filter(({ opId }) => !here.has(opId))
    return news.length === 0 ? {} : { outbox: folded([...outbox, ...news]) }
  })
}

/** Pending entries minus the superseded ones, list by list. */
function folded(outbox: readonly Entry[]): Entry[] {
  const lists = [...Map.groupBy(outbox, (entry) => entry.listId).values()]
  const kept = new Set(lists.flatMap((own) => [...fold(own.filter(isLegible)), ...own.filter(isNewer)]))
  return outbox.filter((entry) => kept.has(entry))
}

/** What waits in one list and can be shown: a newer version of the app may have written what this one cannot read. */
export function waitingIn(listId: string, device = useDevice.getState().device): Entry[] {
  const { outbox } = useSync.of(device).getState()
  return outbox.filter((entry) => entry.listId === listId && isLegible(entry))
}

function isLegible(entry: Entry): boolean {
  return !isNewer(entry)
}
