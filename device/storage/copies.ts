import type { Entry } from '../../core/sync/mutation.ts'
import type { PageLife } from './page-life.ts'
import type { Unnumbered } from './stored.ts'

/** What a person did at once, in one list or several. It goes into the outbox as a whole or not at all. */
export interface Typed {
  entries: Unnumbered[]
  /** the tray item that leaves the tray in the same transaction */
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

/**
 * Returns this page's localStorage. Null in a worker, and if the browser blocks storage: reading the property throws
 * then.
 */
export function spareHere(): Spare | null {
  try {
    return (globalThis as { localStorage?: Spare }).localStorage ?? null
  } catch {
    return null
  }
}

// Decision 117: every waiting change has a second copy.
/** The second copy of one entry, outside IndexedDB. */
export interface Copy {
  entry: Unnumbered
  /** epoch ms, never lower than that of an older copy; `place` orders copies with the same `at` */
  at: number
  place: number
  fromTray?: string
  /** the page was left before the entry was written, so it cannot have been sent */
  left?: true | undefined
}

export type Copies = ReturnType<typeof createCopies>

/**
 * Keeps a second copy of every change that the server has not answered, each under its own key. There are two reasons:
 * - If a page is left in the middle of a write, the browser may drop the write, and no new one can begin then.
 * - On a full disk Chromium tears the last record of its log, and may delete the origin's whole IndexedDB at a later
 *   start (measured: 7 of 7 runs; localStorage survived in 48 of 48).
 *
 * A copy stays from the moment of typing until its entry is answered or superseded. `finish` in stored.ts records those
 * entries in the store `done`, because the worker, which stores most answers, cannot reach localStorage.
 */
export function createCopies(userId: string, spare: Spare | null, life: PageLife, now: () => number) {
  const prefix = copyPrefix(userId)
  /** writes in progress; true if the page was left since they were copied, so that their copies have `left` */
  const underWay = new Map<Typed, boolean>()
  /** ids of entries without a copy: no room, or not allowed */
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

  /** Clears `left` in the copies of entries that are in the outbox now, because they may be sent from here on. */
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
        // Not allowed, so there is no copy either.
      }
    }
  }

  const keys = () => keysWith(spare, prefix)

  const stop = life.onLeave(() => {
    if (!spare || underWay.size === 0) return
    for (const typed of underWay.keys()) writeAll(typed, true)
    tellOthers()
  })

  /** Changes a localStorage value. Other tabs get an event for it, and write what this page could not. */
  function tellOthers(): void {
    try {
      spare?.setItem(leftKey(userId), `${now()} ${places}`)
    } catch {
      // The other tabs find the copies when they are next opened.
    }
  }

  return {
    /** Copies what is about to be written. */
    begin(typed: Typed): void {
      writeAll(typed, life.away)
      // A field that loses focus because the page is left is saved after the page's `onLeave` callbacks ran.
      if (life.away) tellOthers()
    },
    /** Called when the write has ended, whether it succeeded or not. */
    end(typed: Typed): void {
      const isLeft = underWay.get(typed)
      underWay.delete(typed)
      if (isLeft) entered(typed.entries)
    },
    entered,
    /**
     * Returns whether the copy still exists. If not, another page has written the entry and the server has answered it.
     */
    has: (opId: string): boolean => spare === null || uncopied.has(opId) || read(opId) !== null,
    /**
     * Copies entries that have no copy yet, oldest first, such as entries from before there were copies. Entries that
     * were recovered after the server lost its history stay before everything typed. Returns the ids of the copied
     * entries.
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
    /** Returns every copy except those of this page's writes in progress, in the order typed. */
    all(): Copy[] {
      const opIds = new Set([...underWay.keys()].flatMap(({ entries }) => entries.map(({ opId }) => opId)))
      const copies = keys()
        .map((key) => parse(read(key.slice(prefix.length))))
        .filter((copy) => copy !== null)
        .filter(({ entry }) => !opIds.has(entry.opId))
      return copies.toSorted((a, b) => a.at - b.at || a.place - b.place)
    },
    /** Removes all copies of the account. */
    clear(): void {
      remove(keys().map((key) => key.slice(prefix.length)))
      try {
        spare?.removeItem(leftKey(userId))
      } catch {
        // Not allowed, so it was never set.
      }
    },
    /** Returns whether there was no room for the copies of some changes that still wait. */
    isShort: (): boolean => uncopied.size > 0,
    close: stop,
  }
}

/** Returns the keys that begin with `prefix`; none if the browser allows no access. */
export function keysWith(spare: Spare | null, prefix: string): string[] {
  try {
    const keys = Array.from({ length: spare?.length ?? 0 }, (_, i) => spare?.key(i) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function copyPrefix(userId: string): string {
  return `copy:${userId}:`
}

/** Returns the key whose value changes when a page is left before it could write everything. */
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
