import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { v7 as newId } from 'uuid'
import type { HistoryEntry } from '../../../core/contract/shapes.ts'
import { type BringBack, bringBack } from '../../../core/sync/bring-back.ts'
import type { Device } from '../../../device/device.ts'
import { Unreachable } from '../../../device/failures.ts'
import { interactiveCall } from '../../sync/calls.ts'
import { useQueryClientOf, useServerQuery } from '../../sync/queries.ts'
import { currentDevice } from '../../sync/device.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { write } from '../state/products.ts'
import type { Undo } from '../../sync/undo.ts'

/** What the device remembers of a list's history, to be read and brought back offline. */
interface Kept {
  listId: string
  /** the newest page */
  entries: HistoryEntry[]
  /** the version up to which no change is missing */
  upTo: number
  /** epoch ms of the answer */
  at: number
}

const pageSize = 100
const prefix = 'history:'
/** The histories of as many lists are kept, those read last. */
const mostKept = 20

async function ask(listId: string, before?: number): Promise<HistoryEntry[]> {
  const query = { limit: String(pageSize), ...(before !== undefined && { before: String(before) }) }
  return interactiveCall('GET /api/v3/list/:id/history', { params: { id: listId }, query })
}

/** Asks for the newest page and keeps it. A storage failure is ignored, because the call itself succeeded. */
async function askNewest(listId: string): Promise<HistoryEntry[]> {
  const device = currentDevice()
  const cursor = (await device.db.stream(listId))?.cursor ?? 0
  const entries = await ask(listId)
  const upTo = Math.max(cursor, entries[0]?.ver ?? 0)
  await keep(device, { listId, entries, upTo, at: Date.now() }).catch(() => undefined)
  return entries
}

async function keep({ db }: Device, copy: Kept): Promise<void> {
  await db.changeValue(prefix + copy.listId, () => copy)
  const all = (await db.getValues(prefix)) as Kept[]
  const oldest = all.toSorted((a, b) => b.at - a.at).slice(mostKept)
  for (const { listId } of oldest) await db.changeValue(prefix + listId, () => undefined)
}

async function keptOf(listId: string): Promise<Kept | null> {
  return ((await currentDevice().db.getValue(prefix + listId)) as Kept | undefined) ?? null
}

/** Returns the history of the open list: what the server says, or else what this device remembers. */
export function useHistory(listId: string) {
  const { client, mayAsk } = useQueryClientOf(false)
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery(
    {
      queryKey: ['history', listId],
      queryFn: ({ pageParam }: { pageParam: number | undefined }) =>
        pageParam === undefined ? askNewest(listId) : ask(listId, pageParam),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (last: HistoryEntry[]) => (last.length < pageSize ? undefined : last.at(-1)?.ver),
      enabled: mayAsk,
    },
    client,
  )
  const stored = useServerQuery(['keptHistory', listId], () => keptOf(listId), !data)
  const pages: InfiniteData<HistoryEntry[]>['pages'] =
    data?.pages ?? (stored.data ? [stored.data.entries] : [])
  return {
    /** newest first; null: nothing to show yet */
    entries: data || stored.data ? pages.flat() : null,
    /** epoch ms: what is shown is as old as this */
    keptAt: data && !error ? null : (stored.data?.at ?? null),
    error,
    again: refetch,
    more: hasNextPage && !error ? async () => void (await fetchNextPage()) : null,
  }
}

/** Calls `run` after the products of the open list changed, once for several changes in a row. Returns how to stop. */
export function onListChange(run: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = useOpenList.subscribe((now, before) => {
    if (now.products === before.products) return
    clearTimeout(timer)
    timer = setTimeout(run, 500)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Returns all entries from the version `from` on, newest first, or null if this device cannot know them. */
async function entriesSince(listId: string, from: number): Promise<HistoryEntry[] | null> {
  const { drain, db } = currentDevice()
  try {
    const entries = await askNewest(listId)
    for (let last = entries; last.length >= pageSize && (last.at(-1)?.ver ?? 0) >= from;) {
      last = await ask(listId, last.at(-1)?.ver)
      entries.push(...last)
    }
    await drain.dispatch(listId, { type: 'pull' })
    return entries.filter(({ ver }) => ver >= from)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const [stored, stream] = await Promise.all([keptOf(listId), db.stream(listId)])
    const { entries = [], upTo = 0 } = stored ?? {}
    const isWhole = entries.length < pageSize || (entries.at(-1)?.ver ?? 0) < from
    const cursor = stream?.cursor ?? 0
    if (!isWhole || cursor > upTo || cursor < (entries[0]?.ver ?? 0)) return null
    return entries.filter(({ ver }) => ver >= from)
  }
}

/**
 * Returns what would bring the open list back to before the version `from`; null if this device does not know all
 * changes since and cannot ask.
 */
export async function planBack(listId: string, from: number): Promise<BringBack | null> {
  const entries = await entriesSince(listId, from)
  return entries && bringBack(useOpenList.getState().products, entries, newId)
}

/** Returns what brings back the deleted products of these entries. */
export function planProducts(entries: readonly HistoryEntry[]): BringBack {
  return bringBack(new Map(), entries, newId)
}

/** Writes it. Returns how to undo it, or null if the device could not store it; the user has then been told. */
export async function carryOut(listId: string, { changes, undo }: BringBack): Promise<Undo | null> {
  if (!(await write(changes, listId, false))) return null
  return { run: () => void write(undo, listId, false), of: [listId] }
}
