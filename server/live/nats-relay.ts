import { randomUUID } from 'node:crypto'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { Counter, Gauge, type Metric } from 'prom-client'
import type { NatsAddress } from '../base/config.ts'
import type { Here } from '../db/affected.ts'
import { type Batch, decode, encode, isId, type Told } from './batch.ts'
import { answerMs, type Connection, keepConnected, type Relay, type RelayListener } from './relay.ts'

// Decision 138: a subject for each account, and only where NATS is configured.
/** A relay on which an instance hears only what concerns the accounts that it follows. */
export interface NatsRelay extends Relay {
  /** Resolves when everything published for the account from then on is heard, or `missed` will be called. */
  follow: (account: string) => Promise<void>
  unfollow: (account: string) => void
  /** Tells those who follow the account about devices that have one of its lists open. */
  introduce: (account: string, devices: Here[]) => void
  /** Returns whether an instance that follows the account knows that it has the list open. */
  isOpen: (list: string, account: string) => Promise<boolean>
  metrics: Metric[]
}

interface NatsListener extends Required<Omit<RelayListener, 'heard'>> {
  /** what another instance published; `to` is the one account that may learn of it, if it is not for everybody */
  heard: (news: Told, to?: string) => void
  /** Reads who may see these lists. */
  membersOf: (lists: string[]) => Promise<{ list: string; account: string }[]>
  /** whether a device of the account, which is followed here, has the list open */
  isOpen: (list: string, account: string) => boolean
}

// Instances of different versions talk to each other during an upgrade. Another form needs another number.
const prefix = 'koszyk.v1'
/** What every instance hears: sessions that ended, and that something was dropped. Both are rare. */
const everybody = `${prefix}.all`
const subjectOf = (account: string) => `${prefix}.account.${account}`
/** in bytes; a NATS server accepts 1 MiB unless it is set up otherwise */
const mostOfMessage = 60_000
/** The start of the server waits so long for each NATS server. */
const connectMs = 2_000
/** how long others may take to say whether a list is open; most answer within 5 ms */
const questionMs = 250

/**
 * Opens the relay by NATS. Each account has a subject of its own, so a poke reaches only the instances that have a stream
 * of a member. The sender reads the members, once for a batch.
 */
export async function openNatsRelay(address: NatsAddress, listener: NatsListener): Promise<NatsRelay> {
  const self = randomUUID()
  const followed = new Map<string, Promise<void>>()
  let open: { client: NatsConnection; unsubscribe: Map<string, () => void> } | null = null
  const messages = new Counter({
    name: 'relay_messages_total',
    help: 'Messages between instances over NATS; dropped are those that no instance of ours can have sent',
    labelNames: ['outcome'],
    registers: [],
  })
  for (const outcome of ['sent', 'heard', 'dropped']) messages.inc({ outcome }, 0)
  const connected = new Gauge({
    name: 'relay_connected',
    help: '1 while the connection to NATS is open',
    registers: [],
    collect() {
      this.set(open ? 1 : 0)
    },
  })

  // An error that is thrown here would end the connection, whatever a stranger sent.
  const hear = ({ data, reply }: Msg, respond: (text: string) => void, to?: string) => {
    const text = Buffer.from(data).toString()
    if (to !== undefined && reply) {
      const isQuestion = isId(text)
      messages.inc({ outcome: isQuestion ? 'heard' : 'dropped' })
      if (isQuestion) respond(listener.isOpen(text, to) ? 'yes' : 'no')
      return
    }
    const message = decode(text)
    messages.inc({ outcome: message ? 'heard' : 'dropped' })
    if (!message || message.from === self) return
    const { told } = message
    if (to !== undefined)
      return listener.heard({ ...told, ended: [], overview: told.overview.filter((one) => one === to) }, to)
    if (told.ended.length > 0) listener.heard({ ended: told.ended })
    if (!message.isComplete) listener.missed()
  }
  const subscribe = (client: NatsConnection, subject: string, to?: string) => {
    const subscription = client.subscribe(subject, {
      callback: (error: Error | null, message: Msg) => {
        // The server does not permit the subject.
        if (error) listener.away(error)
        else hear(message, (text) => void (client.isClosed() || message.respond(text)), to)
      },
    })
    return () => subscription.unsubscribe()
  }

  const connect = async (lost: (error?: unknown) => void): Promise<Connection> => {
    const nats = await import('@nats-io/transport-node')
    const { servers, tls, ...credentials } = address
    const client = await nats.connect({
      servers,
      ...credentials,
      ...(tls && { tls: {} }),
      name: 'koszyk live',
      inboxPrefix: `${prefix}.inbox`,
      noEcho: true,
      // keepConnected does it, for every kind of relay.
      reconnect: false,
      timeout: connectMs,
      noAsyncTraces: true,
    })
    const unsubscribe = new Map<string, () => void>()
    open = { client, unsubscribe }
    void client.closed().then((error) => {
      if (open?.client === client) open = null
      lost(error)
    })
    const publish = (subject: string, content: Parameters<typeof encode>[1]) => {
      const most = Math.min(mostOfMessage, client.info?.max_payload ?? mostOfMessage)
      for (const message of encode(self, content, most)) {
        client.publish(subject, message)
        messages.inc({ outcome: 'sent' })
      }
    }
    subscribe(client, everybody)
    for (const account of followed.keys())
      unsubscribe.set(account, subscribe(client, subjectOf(account), account))
    try {
      await inTime(client.flush())
    } catch (error) {
      await client.close()
      throw error
    }
    return {
      async send(batch) {
        const { told, isComplete } = batch.content()
        for (const [account, some] of await byAccount(batch, listener.membersOf))
          publish(subjectOf(account), { told: some })
        publish(everybody, { told: { ended: told.ended }, isComplete })
        await inTime(client.flush())
      },
      check: () => inTime(client.flush()),
      close: () => client.close(),
    }
  }

  const begin = async (account: string) => {
    // Without a connection nothing is heard, and `missed` is called once there is one.
    if (!open || open.client.isClosed()) return
    const { client, unsubscribe } = open
    unsubscribe.set(account, subscribe(client, subjectOf(account), account))
    // The server handles commands in order, so its answer says that it knows the subscription.
    await inTime(client.flush()).catch(() => client.close())
  }
  const relay = await keepConnected(connect, listener)
  return {
    ...relay,
    follow(account) {
      const ready = followed.get(account) ?? begin(account)
      followed.set(account, ready)
      return ready
    },
    unfollow(account) {
      followed.delete(account)
      open?.unsubscribe.get(account)?.()
      open?.unsubscribe.delete(account)
    },
    introduce(account, presence) {
      if (!open || open.client.isClosed()) return
      for (const message of encode(self, { told: { presence } }, mostOfMessage))
        open.client.publish(subjectOf(account), message)
    },
    async isOpen(list, account) {
      if (!open) return false
      try {
        const answers = await open.client.requestMany(subjectOf(account), list, {
          strategy: 'timer',
          maxWait: questionMs,
        })
        for await (const answer of answers) if (answer.string() === 'yes') return true
      } catch {
        // Nobody follows the account, or the connection was lost.
      }
      return false
    },
    metrics: [messages, connected],
  }
}

/** Returns what each account is to be told: it, or a list of which it is a member, is affected. */
async function byAccount(
  batch: Batch,
  membersOf: NatsListener['membersOf'],
): Promise<Map<string, Required<Told>>> {
  const { pokes, overview, trips, asks, presence } = batch.content().told
  const lists = [...pokes, ...trips, ...asks, ...presence].map(({ list }) => list)
  const members = lists.length > 0 ? Map.groupBy(await membersOf(lists), ({ list }) => list) : new Map()
  const all = new Map<string, Required<Told>>()
  const toldOf = (account: string) => {
    const known = all.get(account)
    if (known) return known
    const fresh = { pokes: [], overview: [], ended: [], trips: [], asks: [], presence: [] }
    all.set(account, fresh)
    return fresh
  }
  for (const account of overview) toldOf(account).overview.push(account)
  const toMembers = <T extends { list: string }>(items: T[], of: (news: Required<Told>) => T[]) => {
    for (const item of items)
      for (const { account } of members.get(item.list) ?? []) of(toldOf(account)).push(item)
  }
  toMembers(pokes, (news) => news.pokes)
  toMembers(trips, (news) => news.trips)
  toMembers(asks, (news) => news.asks)
  toMembers(presence, (news) => news.presence)
  return all
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('NATS did not answer in time')), answerMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
