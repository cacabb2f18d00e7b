import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Affected, Here } from '../db/affected.ts'
import { connection } from '../db/postgres.ts'

/** Notifies the other instances on the same database after a commit, over its own connection. */
export interface Relay {
  publish: (affected: Affected) => void
  close: () => Promise<void>
}

interface RelayListener {
  /** what another instance published */
  heard: (affected: Affected) => void
  /** something may have been missed */
  missed: () => void
}

const channel = 'koszyk'
/** A payload of NOTIFY holds less than 8 000 bytes. Items consist of ids and numbers, so a character is a byte. */
const mostOfPayload = 7_500
const mostWaiting = 10_000
const heartbeatMs = 20_000
const answerMs = 10_000
const reconnectMs = { first: 50, longest: 5_000 }

type Item =
  | ['poke', string, number]
  | ['overview', string]
  | ['ended', string]
  | ['trip', string, string]
  | [Here['state'], string, string, string]
  | ['missed']

/** Opens the relay. Resolves when it listens or when the first try failed; after a failure it reconnects by itself. */
export async function openRelay(url: string, { heard, missed }: RelayListener): Promise<Relay> {
  const self = randomUUID()
  let client: Client | null = null
  const closing = new AbortController()
  let sending = Promise.resolve()
  let waiting = createBatch()

  const connect = async () => {
    const fresh = new Client({
      ...connection(url),
      application_name: 'koszyk live',
      query_timeout: answerMs,
    })
    // A broken connection also ends. Without an error listener it would end the process.
    fresh.on('error', () => undefined)
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [from, ...items] = JSON.parse(payload) as [string, ...Item[]]
      if (from === self) return
      const { affected, isComplete } = gather(items)
      heard(affected)
      if (!isComplete) missed()
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    if (closing.signal.aborted) await fresh.end()
    else client = fresh
  }
  const lose = (lost: Client) => {
    if (client !== lost) return
    client = null
    void lost.end().catch(() => undefined)
    void reconnect()
  }
  const reconnect = async () => {
    for (
      let delay = reconnectMs.first;
      !closing.signal.aborted;
      delay = Math.min(2 * delay, reconnectMs.longest)
    ) {
      await new Promise((resolve) => setTimeout(resolve, delay).unref())
      const isBack = await connect().then(
        () => true,
        () => false,
      )
      if (!isBack) continue
      if (closing.signal.aborted) return
      missed()
      send()
      return
    }
  }
  // While one batch is being sent, the next one collects new items.
  const send = () => (sending = sending.then(flush))
  const flush = async (): Promise<void> => {
    const sender = client
    if (!sender || waiting.size === 0) return
    const batch = waiting
    waiting = createBatch()
    const payloads = batch.items().map((items) => JSON.stringify([self, ...items]))
    const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
    try {
      await sender.query(notify, [channel, payloads])
    } catch {
      // Sending an item twice does no harm.
      waiting.merge(batch)
      lose(sender)
    }
    return flush()
  }
  // A connection can break without an event.
  const heartbeat = setInterval(() => {
    const listening = client
    listening?.query('select 1').catch(() => lose(listening))
  }, heartbeatMs)
  heartbeat.unref()

  await connect().catch(() => void reconnect())
  return {
    publish(affected) {
      waiting.add(affected)
      void send()
    },
    async close() {
      closing.abort()
      clearInterval(heartbeat)
      await sending
      const last = client
      client = null
      await last?.end().catch(() => undefined)
    },
  }
}

function gather(items: readonly Item[]): { affected: Affected; isComplete: boolean } {
  const pokes: { list: string; head: number }[] = []
  const overview: string[] = []
  const ended: string[] = []
  const trips: { list: string; account: string }[] = []
  const presence: Here[] = []
  let isComplete = true
  for (const item of items) {
    if (item[0] === 'poke') pokes.push({ list: item[1], head: item[2] })
    else if (item[0] === 'overview') overview.push(item[1])
    else if (item[0] === 'ended') ended.push(item[1])
    else if (item[0] === 'trip') trips.push({ list: item[1], account: item[2] })
    else if (item[0] === 'missed') isComplete = false
    else presence.push({ state: item[0], list: item[1], account: item[2], session: item[3] })
  }
  return { affected: { pokes, overview, ended, trips, presence }, isComplete }
}

/** Pending notifications without duplicates. If there are too many, only 'missed' is sent. */
interface Batch {
  readonly size: number
  add: (affected: Affected) => void
  merge: (other: Batch) => void
  items: () => Item[][]
}

function createBatch(): Batch {
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
      const { affected, isComplete } = gather(other.items().flat())
      affected.presence = affected.presence?.filter(
        ({ list, session }) => !presence.has(`${list} ${session}`),
      )
      this.add(affected)
      if (!isComplete) forget()
    },
    items() {
      const all: Item[] = [
        ...[...pokes].map(([list, head]): Item => ['poke', list, head]),
        ...[...overview].map((account): Item => ['overview', account]),
        ...[...ended].map((session): Item => ['ended', session]),
        ...[...trips.values()].map(({ list, account }): Item => ['trip', list, account]),
        ...[...presence.values()].map(({ state, list, account, session }): Item => [
          state,
          list,
          account,
          session,
        ]),
        ...(isComplete ? [] : [['missed'] satisfies Item]),
      ]
      return payloadsOf(all)
    },
  }
}

function payloadsOf(items: readonly Item[]): Item[][] {
  const payloads: Item[][] = []
  let room = 0
  for (const item of items) {
    const length = JSON.stringify(item).length + 1
    if (length > room) {
      payloads.push([])
      room = mostOfPayload
    }
    payloads.at(-1)?.push(item)
    room -= length
  }
  return payloads
}
