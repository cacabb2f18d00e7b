import { idPattern, longestId } from '../../core/product/entities.ts'
import type { Affected, Here } from '../db/affected.ts'

/** Pending notifications without duplicates. If there are too many, only 'missed' is left. */
export interface Batch {
  readonly size: number
  add: (affected: Affected) => void
  merge: (other: Batch) => void
  content: () => Content
}

export interface Content {
  affected: Required<Affected>
  /** false if something was dropped, so that everybody must refresh */
  isComplete: boolean
}

type Item =
  | ['poke', string, number]
  | ['overview', string]
  | ['ended', string]
  | ['trip', string, string]
  | [Here['state'], string, string, string]
  | ['missed']

const mostWaiting = 10_000

export function createBatch(): Batch {
  const pokes = new Map<string, number>()
  const overview = new Set<string>()
  const ended = new Set<string>()
  const trips = new Map<string, { list: string; account: string }>()
  const presence = new Map<string, Here>()
  let isComplete = true
  const parts = [pokes, overview, ended, trips, presence]
  const size = () => parts.reduce((sum, part) => sum + part.size, isComplete ? 0 : 1)
  const forget = () => {
    for (const part of parts) part.clear()
    isComplete = false
  }
  return {
    get size() {
      return size()
    },
    add(affected) {
      for (const { list, head } of affected.pokes ?? []) pokes.set(list, Math.max(head, pokes.get(list) ?? 0))
      for (const account of affected.overview ?? []) overview.add(account)
      for (const session of affected.ended ?? []) ended.add(session)
      for (const trip of affected.trips ?? []) trips.set(`${trip.list} ${trip.account}`, trip)
      for (const here of affected.presence ?? []) presence.set(`${here.list} ${here.session}`, here)
      if (size() > mostWaiting) forget()
    },
    merge(other) {
      const { affected, isComplete } = other.content()
      affected.presence = affected.presence.filter(({ list, session }) => !presence.has(`${list} ${session}`))
      this.add(affected)
      if (!isComplete) forget()
    },
    content: () => ({
      affected: {
        pokes: [...pokes].map(([list, head]) => ({ list, head })),
        overview: [...overview],
        ended: [...ended],
        trips: [...trips.values()],
        presence: [...presence.values()],
      },
      isComplete,
    }),
  }
}

/** Returns messages of at most `mostBytes` with this content. `from` names the sender. */
export function encode(
  from: string,
  { affected, isComplete = true }: Partial<Content>,
  mostBytes: number,
): string[] {
  const { pokes = [], overview = [], ended = [], trips = [], presence = [] } = affected ?? {}
  const items: Item[] = [
    ...pokes.map(({ list, head }): Item => ['poke', list, head]),
    ...overview.map((account): Item => ['overview', account]),
    ...ended.map((session): Item => ['ended', session]),
    ...trips.map(({ list, account }): Item => ['trip', list, account]),
    ...presence.map(({ state, list, account, session }): Item => [state, list, account, session]),
    ...(isComplete ? [] : [['missed'] satisfies Item]),
  ]
  const messages: string[] = []
  let message = ''
  // Items consist of ids and numbers, so a character is a byte.
  for (const item of items) {
    const text = JSON.stringify(item)
    if (message !== '' && message.length + text.length + 2 > mostBytes) {
      messages.push(`${message}]`)
      message = ''
    }
    message = message === '' ? `[${JSON.stringify(from)},${text}` : `${message},${text}`
  }
  return message === '' ? messages : [...messages, `${message}]`]
}

/** Reads a message of `encode`. Returns null if it is not one: others may be able to write where it comes from. */
export function decode(message: string): (Content & { from: string }) | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(message)
  } catch {
    return null
  }
  if (!Array.isArray(parsed)) return null
  const [from, ...items] = parsed as unknown[]
  if (!isId(from)) return null
  const affected: Required<Affected> = { pokes: [], overview: [], ended: [], trips: [], presence: [] }
  let isComplete = true
  for (const item of items) {
    if (!Array.isArray(item)) return null
    const [kind, one, two, three] = item as unknown[]
    if (kind === 'missed') isComplete = false
    else if (!isId(one)) return null
    else if (kind === 'overview') affected.overview.push(one)
    else if (kind === 'ended') affected.ended.push(one)
    else if (kind === 'poke') {
      if (!Number.isSafeInteger(two)) return null
      affected.pokes.push({ list: one, head: two as number })
    } else if (!isId(two)) return null
    else if (kind === 'trip') affected.trips.push({ list: one, account: two })
    else if (!isState(kind) || !isId(three)) return null
    else affected.presence.push({ state: kind, list: one, account: two, session: three })
  }
  return { from, affected, isComplete }
}

const id = new RegExp(idPattern)

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestId && id.test(value)
}

function isState(value: unknown): value is Here['state'] {
  return value === 'open' || value === 'shopping' || value === 'left'
}
