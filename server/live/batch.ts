import { idPattern, longestId } from '../../core/product/entities.ts'
import type { Affected, Here, Poke } from '../db/affected.ts'

/** What instances tell each other: whom a write concerns, and what an instance needs to know about presence. */
export interface Told extends Affected {
  /** the account has opened the list, and the instance with its stream does not know who else has it open */
  asks?: { list: string; account: string }[]
}

/** Pending notifications without duplicates. If there are too many, only 'missed' is left. */
export interface Batch {
  readonly size: number
  add: (news: Told) => void
  merge: (other: Batch) => void
  content: () => Content
}

export interface Content {
  told: Required<Told>
  /** false if something was dropped, so that everybody must refresh */
  isComplete: boolean
}

type Item =
  | ['poke', string, number, string?]
  | ['overview', string]
  | ['ended', string]
  | ['trip', string, string]
  | ['ask', string, string]
  | [Here['state'], string, string, string, number?]
  | ['missed']

const mostWaiting = 10_000
/** An epoch grows by some 10 characters with each failover; a longer one is left out of the message. */
const longestEpoch = 1_000

export function createBatch(): Batch {
  /** by list and epoch: of two histories, both are told */
  const pokes = new Map<string, Poke>()
  const overview = new Set<string>()
  const ended = new Set<string>()
  const trips = new Map<string, { list: string; account: string }>()
  const asks = new Map<string, { list: string; account: string }>()
  const presence = new Map<string, Here>()
  let isComplete = true
  const parts = [pokes, overview, ended, trips, asks, presence]
  const size = () => parts.reduce((sum, part) => sum + part.size, isComplete ? 0 : 1)
  const forget = () => {
    for (const part of parts) part.clear()
    isComplete = false
  }
  return {
    get size() {
      return size()
    },
    add(news) {
      for (const poke of news.pokes ?? []) {
        const key = `${poke.list} ${poke.epoch}`
        pokes.set(key, { ...poke, head: Math.max(poke.head, pokes.get(key)?.head ?? 0) })
      }
      for (const account of news.overview ?? []) overview.add(account)
      for (const session of news.ended ?? []) ended.add(session)
      for (const trip of news.trips ?? []) trips.set(`${trip.list} ${trip.account}`, trip)
      for (const ask of news.asks ?? []) asks.set(`${ask.list} ${ask.account}`, ask)
      for (const device of news.presence ?? []) presence.set(`${device.list} ${device.session}`, device)
      if (size() > mostWaiting) forget()
    },
    merge(other) {
      const { told, isComplete } = other.content()
      told.presence = told.presence.filter(({ list, session }) => !presence.has(`${list} ${session}`))
      this.add(told)
      if (!isComplete) forget()
    },
    content: () => ({
      told: {
        pokes: [...pokes.values()],
        overview: [...overview],
        ended: [...ended],
        trips: [...trips.values()],
        asks: [...asks.values()],
        presence: [...presence.values()],
      },
      isComplete,
    }),
  }
}

/** Returns messages of at most `mostBytes` with this content. `from` names the sender. */
export function encode(
  from: string,
  { told, isComplete = true }: { told: Told; isComplete?: boolean },
  mostBytes: number,
): string[] {
  const { pokes = [], overview = [], ended = [], trips = [], asks = [], presence = [] } = told
  const items: Item[] = [
    ...pokes.map(({ list, head, epoch }): Item => [
      'poke',
      list,
      head,
      ...(epoch !== undefined && epoch.length <= longestEpoch ? ([epoch] as const) : ([] as const)),
    ]),
    ...overview.map((account): Item => ['overview', account]),
    ...ended.map((session): Item => ['ended', session]),
    ...trips.map(({ list, account }): Item => ['trip', list, account]),
    ...asks.map(({ list, account }): Item => ['ask', list, account]),
    ...presence.map(({ state, list, account, session, ageMs }): Item => [
      state,
      list,
      account,
      session,
      ...(ageMs === undefined ? ([] as const) : ([ageMs] as const)),
    ]),
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
  const news: Required<Told> = { pokes: [], overview: [], ended: [], trips: [], asks: [], presence: [] }
  let isComplete = true
  for (const item of items) {
    if (!Array.isArray(item)) return null
    const [kind, one, two, three, four] = item as unknown[]
    if (kind === 'missed') isComplete = false
    else if (!isId(one)) return null
    else if (kind === 'overview') news.overview.push(one)
    else if (kind === 'ended') news.ended.push(one)
    else if (kind === 'poke') {
      if (!Number.isSafeInteger(two) || (three !== undefined && !isEpoch(three))) return null
      news.pokes.push({ list: one, head: two as number, ...(three !== undefined && { epoch: three }) })
    } else if (!isId(two)) return null
    else if (kind === 'trip') news.trips.push({ list: one, account: two })
    else if (kind === 'ask') news.asks.push({ list: one, account: two })
    else if (!isState(kind) || !isId(three)) return null
    else {
      if (four !== undefined && !(Number.isSafeInteger(four) && (four as number) >= 0)) return null
      const ageMs = four as number | undefined
      news.presence.push({
        state: kind,
        list: one,
        account: two,
        session: three,
        ...(ageMs !== undefined && { ageMs }),
      })
    }
  }
  return { from, told: news, isComplete }
}

const id = new RegExp(idPattern)

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestId && id.test(value)
}

function isEpoch(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestEpoch && /^[\w./-]+$/.test(value)
}

function isState(value: unknown): value is Here['state'] {
  return value === 'open' || value === 'shopping' || value === 'left'
}
