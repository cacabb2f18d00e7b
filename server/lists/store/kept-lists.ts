import type { Encoding } from '../../http/kept-answer.ts'

/** A list as one reader was answered, and what that answer depended on. */
export interface Kept {
  /** as the database told it when the answer was made; the answer holds as long as the database says the same */
  state: string
  /** the accounts whose names are in it, as JSON */
  people: string
  tag: string
  encoding: Encoding
  /** null where there was no room for it: that nothing has changed can be said without it */
  body: Buffer | null
}

export interface KeptLists {
  get: (reader: string, list: string) => Kept | undefined
  /** Keeps it, or as much of it as there is room for. */
  put: (reader: string, list: string, kept: Kept) => void
  drop: (reader: string, list: string) => void
  /** Whether more can be kept of this answer than is kept already. */
  hasRoom: (reader: string, list: string, tag: string) => boolean
  bytes: () => number
}

/** A longer answer is not kept. */
export const mostKept = 128 << 10
const most = { bytes: 12 << 20, withBodies: 10 << 20, ofReader: 512 << 10, ofOne: 2 * mostKept }
/** of an entry beside its body and texts */
const overhead = 500
/** What was asked for within this time is in use, ms. */
const inUseMs = 60_000
const movedMs = 1_000

/**
 * Answers that were made, by reader and list. Whether one still holds is asked of the database each time, so nothing has
 * to be thrown away when something changes. It is bounded by bytes: a reader with many lists throws out their own first,
 * then those of readers who have not asked for a while. Nothing throws out what is in use: where more is in use than
 * fits, each newcomer would else throw out what is asked for next, and nothing would ever be found.
 */
export function createKeptLists(now: () => number, limit = most): KeptLists {
  // Of readers and of each reader's lists, what was used last comes last.
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
  /** Throws out what is not in use until no more than so many bytes are kept with this one. */
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
      // Moving something within a Map leaves much behind; once a second is enough.
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
