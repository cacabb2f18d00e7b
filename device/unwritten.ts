import type { Entry } from '../core/sync/mutation.ts'
import type { PageLife } from './page-life.ts'
import type { Unnumbered } from './stored.ts'

/** What a person did at once, in one list or in several, as it is to be put into the outbox: all of it or nothing. */
export interface Typed {
  entries: Unnumbered[]
  /** leaves the tray for it */
  fromTray?: string | undefined
}

/** What may be written to even while a page is being left: in a browser its localStorage. */
export interface Spare {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Changes that were on their way to the disk when the page was left. The write is given up with the page, or lost
 * (Safari even reports it as done later, when it waited for another), and nothing else can be begun at that moment. So
 * they are noted down at the side, for this page if somebody comes back to it, or for any other of this app.
 */
export function createUnwritten(userId: string, spare: Spare | null, life: PageLife) {
  const key = unwrittenKey(userId)
  const underWay = new Set<Typed>()
  /** noted down at the side, as far as this page knows */
  const noted = new Set<Typed>()

  function stored(): Typed[] {
    try {
      const all: unknown = JSON.parse(spare?.getItem(key) ?? '[]')
      return Array.isArray(all) ? all.filter(isTyped) : []
    } catch {
      return []
    }
  }

  function note(some: Iterable<Typed>): void {
    const all = [...some].filter((typed) => !noted.has(typed))
    if (!spare || all.length === 0) return
    try {
      spare.setItem(key, JSON.stringify([...stored(), ...all]))
      for (const typed of all) noted.add(typed)
    } catch {
      // No room, or not allowed: then it depends on whether somebody comes back to this page.
    }
  }

  /** It is in the database, or was refused. */
  function strike(typed: Typed): void {
    const before = stored()
    const left = before.filter((other) => !isSame(other, typed))
    if (left.length === before.length) return
    try {
      if (left.length === 0) spare?.removeItem(key)
      else spare?.setItem(key, JSON.stringify(left))
    } catch {
      // It will be found to be written already.
    }
  }

  const stop = life.onLeave(() => note(underWay))

  return {
    begin(typed: Typed): void {
      underWay.add(typed)
      // A field that is left together with the page is saved after the page was.
      if (life.away) note([typed])
    },
    end(typed: Typed): void {
      underWay.delete(typed)
      if (noted.delete(typed)) strike(typed)
    },
    /** Any page may have written it since. */
    isNoted: (typed: Typed) => noted.has(typed),
    /** Another page has written it. */
    isTaken: (typed: Typed) => noted.has(typed) && !stored().some((other) => isSame(other, typed)),
    /** What other pages left behind. */
    left: () => stored().filter((typed) => ![...underWay].some((own) => isSame(own, typed))),
    strike,
    close: stop,
  }
}

export function unwrittenKey(userId: string): string {
  return `unwritten:${userId}`
}

function isSame(a: Typed, b: Typed): boolean {
  return a.entries[0]?.opId === b.entries[0]?.opId
}

function isTyped(value: unknown): value is Typed {
  const { entries } = (value ?? {}) as Partial<Typed>
  return Array.isArray(entries) && entries.length > 0 && entries.every(hasList)
}

function hasList(entry: unknown): boolean {
  return typeof (entry as Partial<Entry> | null)?.listId === 'string'
}
