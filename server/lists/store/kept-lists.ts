import type { Encoding } from '../../http/kept-answer.ts'

/** A cached answer about a list for one reader, and what it depended on. */
export interface Kept {
  /** the database state when the answer was made; the answer is valid as long as the database returns the same state */
  state: string
  /** the accounts whose names are in it, as JSON */
  people: string
  tag: string
  encoding: Encoding
  /** null if there was no room for it; a 304 can be answered without it */
  body: Buffer | null
}

export interface KeptLists {
  get: (reader: string, list: string) => Kept | undefined
  /** Caches the answer, without its body if there is not enough room. */
  put: (reader: string, list: string, kept: Kept) => void
  drop: (reader: string, list: string) => void
  /** Returns whether `put` may store more of this answer than is cached already. */
  hasRoom: (reader: string, list: string, tag: string) => boolean
  bytes: () => number
}

/** Longer answers are not cached, in bytes. */
export const mostKept = 128 << 10
const most = { bytes: 12 << 20, withBodies: 10 << 20, ofReader: 512 << 10, ofOne: 2 * mostKept }
/** bytes of an entry beside its body and texts */
const overhead = 500
/** Entries requested within this time count as in use, in ms. */
const inUseMs = 60_000
const movedMs = 1_000

/**
 * Makes a cache of answers by reader and list. The database is asked each time whether an answer is still valid, so a
 * change need not invalidate anything. The cache is limited by bytes: a new entry evicts the reader's own oldest ones
 * first, then those of readers without recent requests. Entries in use are never evicted: if more are in use than fit,
 * each new one would evict the one that is requested next, and there would be no hits at all.
 */
export function createKeptLists(now: () => number, limit = most): KeptLists {
  // Both maps are in the order of last use.
  const readers = new Map<string, { bytes: number; usedAt: number; last: string; lists: Map<string, Kept> }>()
  let bytes = 0
  let fullUntil = 0
  const drop = (reader: string, list: string) => {
    const own = readers.get(reader)
    const kept = own?.lists.get(list)
    if (!own || !kept) return
    own.lists.delete(list)
    own.bytes -= sizeOf(kept)
    bytes -= sizeOf(kept)
    fullUntil = 0
    if (own.lists.size === 0) readers.delete(reader)
  }
  const touch = (reader: string) => {
    const own = readers.get(reader) ?? { bytes: 0, usedAt: 0, last: '', lists: new Map<string, Kept>() }
    own.usedAt = now()
    readers.delete(reader)
    readers.set(reader, own)
    return own
  }
  /** Evicts entries that are not in use until `size` more bytes fit into `bytesAtMost`. Returns whether they do. */
  const makeRoom = (size: number, bytesAtMost: number): boolean => {
    for (const [reader, { usedAt, lists }] of readers) {
      if (bytes + size <= bytesAtMost) return true
      fullUntil = usedAt + inUseMs
      if (fullUntil > now()) return false
      for (const list of lists.keys()) drop(reader, list)
    }
    return true
  }
  const store = (reader: string, list: string, kept: Kept): boolean => {
    const size = sizeOf(kept)
    if (size > limit.ofOne) return true
    const own = readers.get(reader)
    for (const oldest of own?.lists.keys() ?? [])
      if ((own?.bytes ?? 0) + size > limit.ofReader) drop(reader, oldest)
    if (!makeRoom(size, kept.body ? limit.withBodies : limit.bytes)) return false
    const room = touch(reader)
    room.lists.set(list, kept)
    room.last = list
    room.bytes += size
    bytes += size
    return true
  }
  return {
    get(reader, list) {
      const own = readers.get(reader)
      const kept = own?.lists.get(list)
      if (!own || !kept) return undefined
      // Moving an entry within a Map makes garbage; once a second is enough.
      if (now() - own.usedAt < movedMs && own.last === list) return kept
      own.lists.delete(list)
      own.lists.set(list, kept)
      own.last = list
      touch(reader)
      return kept
    },
    put(reader, list, kept) {
      drop(reader, list)
      if (!store(reader, list, kept)) store(reader, list, { ...kept, body: null })
    },
    drop,
    hasRoom: (reader, list, tag) => now() >= fullUntil || readers.get(reader)?.lists.get(list)?.tag !== tag,
    bytes: () => bytes,
  }
}

function sizeOf({ state, people, body }: Kept): number {
  return overhead + 2 * (state.length + people.length) + (body?.length ?? 0)
}
