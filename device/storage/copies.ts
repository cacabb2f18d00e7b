import type { Entry } from '../../core/sync/mutation.ts'
import type { PageLife } from './page-life.ts'
import type { Unnumbered } from './stored.ts'

/** What a person did at once, in one list or in several, as it is to be put into the outbox: all of it or nothing. */
export interface Typed {
  entries: Unnumbered[]
  /** leaves the tray for it */
  fromTray?: string | undefined
}

/** Storage beside IndexedDB that can be written synchronously: a page's localStorage. A worker has none. */
export interface Spare {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** This page's localStorage. Null in a worker, and where the browser blocks storage: reading the property throws then. */
export function spareHere(): Spare | null {
  try {
    return (globalThis as { localStorage?: Spare }).localStorage ?? null
  } catch {
    return null
  }
}

/** One entry as it stands beside IndexedDB. */
export interface Copy {
  entry: Unnumbered
  /** epoch ms, never lower than that of an older copy; `place` orders equal ones */
  at: number
  place: number
  fromTray?: string
  /** the page was left before the entry was written, so it cannot have been sent */
  left?: true | undefined
}

export type Copies = ReturnType<typeof createCopies>

/**
 * A second copy of every change that the server has not answered, each under a key of its own. Two things need it:
 * - A page that is left in the middle of a write: the browser may drop the write, and nothing else can be begun then.
 * - A full disk: Chromium tears the last record of its log, and may delete the origin's whole IndexedDB at a later start
 *   (measured: 7 of 7 runs; localStorage stayed in 48 of 48).
 * A copy stands from the moment of typing until its entry is answered or superseded: device/storage/db.ts notes those in the
 * store `done`, because the worker that stores most answers cannot reach localStorage.
 */
export function createCopies(userId: string, spare: Spare | null, life: PageLife, now: () => number) {
  const prefix = copyPrefix(userId)
  /** whether the page was left since they were copied: their copies say so then */
  const underWay = new Map<Typed, boolean>()
  /** not stored here: no room, or not allowed */
  const uncopied = new Set<string>()
  let lastAt = 0
  let places = 0

  function read(opId: string): string | null {
    try {
      return spare?.getItem(prefix + opId) ?? null
    } catch {
      return null
    }
  }

  function write(copy: Copy): boolean {
    const { opId } = copy.entry
    try {
      spare?.setItem(prefix + opId, JSON.stringify(copy))
      uncopied.delete(opId)
      return true
    } catch {
      uncopied.add(opId)
      return false
    }
  }

  function writeAll(typed: Typed, isLeft: boolean): void {
    const { entries, fromTray } = typed
    underWay.set(typed, isLeft)
    lastAt = Math.max(lastAt, now())
    const more = { ...(fromTray !== undefined && { fromTray }), ...(isLeft && { left: true as const }) }
    for (const entry of entries) write({ entry, at: lastAt, place: ++places, ...more })
  }

  /** These are in the outbox now: from here on they may be sent. */
  function entered(entries: readonly Unnumbered[]): void {
    for (const { opId } of entries) {
      const copy = parse(read(opId))
      if (copy?.left) write({ ...copy, left: undefined })
    }
  }

  function remove(opIds: Iterable<string>): void {
    for (const opId of opIds) {
      uncopied.delete(opId)
      try {
        spare?.removeItem(prefix + opId)
      } catch {
        // Not allowed: then there is no copy either.
      }
    }
  }

  function keys(): string[] {
    try {
      return Array.from({ length: spare?.length ?? 0 }, (_, i) => spare?.key(i) ?? '').filter((key) =>
        key.startsWith(prefix),
      )
    } catch {
      return []
    }
  }

  const stop = life.onLeave(() => {
    if (!spare || underWay.size === 0) return
    for (const typed of underWay.keys()) writeAll(typed, true)
    tellOthers()
  })

  /** Other tabs hear of a changed value, and write what this page could not. */
  function tellOthers(): void {
    try {
      spare?.setItem(leftKey(userId), `${now()} ${places}`)
    } catch {
      // They find the copies when they are opened next.
    }
  }

  return {
    /** Copies what is about to be written. */
    begin(typed: Typed): void {
      writeAll(typed, life.away)
      // A field that is left together with the page is saved after the page was.
      if (life.away) tellOthers()
    },
    /** It is written, or will not be. */
    end(typed: Typed): void {
      const isLeft = underWay.get(typed)
      underWay.delete(typed)
      if (isLeft) entered(typed.entries)
    },
    entered,
    /** Whether a copy still stands; without one, another page has written the entry and the server has answered it. */
    has: (opId: string): boolean => spare === null || uncopied.has(opId) || read(opId) !== null,
    /**
     * Copies entries that have no copy yet, such as those from before there were copies, oldest first. What was brought
     * back from a lost history of the server stays before everything typed. Returns the ids of those that were copied.
     */
    add(entries: readonly Unnumbered[]): string[] {
      if (!spare) return []
      let at = 0
      return entries.flatMap((entry) => {
        if (!entry.recovered) at = Math.max(at, entry.typedAt)
        return read(entry.opId) === null && write({ entry, at, place: ++places }) ? [entry.opId] : []
      })
    },
    remove,
    /** Every copy but those of this page's writes under way, in the order typed. */
    all(): Copy[] {
      const own = new Set([...underWay.keys()].flatMap(({ entries }) => entries.map(({ opId }) => opId)))
      const copies = keys()
        .map((key) => parse(read(key.slice(prefix.length))))
        .filter((copy) => copy !== null)
        .filter(({ entry }) => !own.has(entry.opId))
      return copies.toSorted((a, b) => a.at - b.at || a.place - b.place)
    },
    /** All copies go, with the account's data. */
    clear(): void {
      remove(keys().map((key) => key.slice(prefix.length)))
      try {
        spare?.removeItem(leftKey(userId))
      } catch {
        // Not allowed: then it was never set.
      }
    },
    /** There was no room for the copies of some changes that still wait. */
    isShort: (): boolean => uncopied.size > 0,
    close: stop,
  }
}

function copyPrefix(userId: string): string {
  return `copy:${userId}:`
}

/** Its value changes when a page is left before it could write everything. */
export function leftKey(userId: string): string {
  return `left:${userId}`
}

function parse(text: string | null): Copy | null {
  try {
    const copy = JSON.parse(text ?? '') as Partial<Copy> | null
    const entry = copy?.entry as Partial<Entry> | undefined
    const isCopy =
      typeof entry?.opId === 'string' &&
      typeof entry.listId === 'string' &&
      typeof entry.rowId === 'string' &&
      typeof copy?.at === 'number' &&
      typeof copy.place === 'number'
    return isCopy ? (copy as Copy) : null
  } catch {
    return null
  }
}
