import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Counter } from 'prom-client'
import type { PushKinds, PushLists, Quiet } from '../../core/contract/push.ts'
import { can } from '../../core/product/permissions.ts'
import type { PushKind } from '../../core/product/push-kinds.ts'
import { displayName } from '../../core/text/person-name.ts'
import type { Config } from '../base/config.ts'
import { countInDatabase } from '../base/counters.ts'
import { signedMs } from '../base/keys.ts'
import { shoppersOf } from '../base/trips.ts'
import { yieldToEventLoop } from '../db/chunks.ts'
import { type Db, oneOf } from '../db/open.ts'
import type { PushDeviceTable } from '../db/schema.ts'
import {
  claim,
  createNotes,
  dueGroups,
  type Event,
  type Full,
  type Group,
  nextDue,
  type PushNotes,
  putOff,
  removeEvents,
} from './push-outbox.ts'
import { mostProducts, pushText } from './push-texts.ts'
import { endOfQuiet } from './quiet-hours.ts'
import { createTransport, type PushNetwork, publicNetwork } from './transport.ts'
import { openVapid, vapidSubject } from './vapid.ts'

/** Web Push: the loop that empties the outbox (push-outbox.ts) and sends what is in it. */
export interface Push extends PushNotes {
  /** base64url; browsers need it to subscribe */
  vapidPublicKey: string
  /** whether this URL may be the endpoint of a subscription */
  isEndpoint: (url: URL) => boolean
  /** Starts sending if something was noted. Call it after the commit. */
  wake: () => void
  /** Sends everything that is due; resolves when it was sent or put off. */
  drain: () => Promise<void>
  start: () => void
  stop: () => Promise<void>
  counter: Counter
}

interface PushDeps {
  db: Db
  config: Config
  now: () => number
  randomBytes: (length: number) => Buffer
  newId: () => string
  /** whether the account has the list on a screen: they see for themselves */
  isOpen: (listId: string, accountId: string) => Promise<boolean>
  /** called for each message that could not be sent; gets no account or list */
  onFailure: (failure: { host: string; code: string }) => void
  network?: Partial<PushNetwork> | undefined
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const day = 24 * hour

/**
 * How each kind is sent. `ttl`: how long the push service keeps it for a device that is off, in s. `oldest`: later it
 * is not sent any more, in ms. `isHeld`: quiet hours put it off; the other kinds are of no use in the morning.
 */
const kinds = {
  shared: { ttl: 24 * 3_600, urgency: 'normal', oldest: day, isHeld: true },
  trips: { ttl: 2 * 3_600, urgency: 'high', oldest: hour, isHeld: false },
  added: { ttl: 2 * 3_600, urgency: 'high', oldest: hour, isHeld: false },
  done: { ttl: 4 * 3_600, urgency: 'low', oldest: 4 * hour, isHeld: false },
} as const satisfies Record<PushKind, object>

/** What one list, and what strangers who share lists, may send to one device in a day. */
const perDay = { list: 100, shared: 20 }
const mostAttempts = 5
const retryMs = { first: 30 * second, longest: hour }
/** Requests at a time: in all, to one push service, and for one account. So slow endpoints hold up only themselves. */
const atOnce = { all: 48, host: 8, account: 2 }
/** How many groups are read together. */
const readAtOnce = 500
const checkMs = { least: 250, most: 15 * second }
/** No transaction takes longer than this. */
const longestWriteMs = minute

export async function createPush(deps: PushDeps): Promise<Push> {
  const { db, config, now } = deps
  const { notes, lastNotedAt } = createNotes(deps)
  const network = { ...publicNetwork(), ...deps.network }
  const transport = createTransport(network)
  const vapid = await openVapid(db, deps.randomBytes)
  const vapidDetails = { subject: vapidSubject(config), ...vapid }
  const counter = new Counter({
    name: 'pushes_total',
    help: 'Notifications for one device each: sent, failed for now, or dropped',
    labelNames: ['outcome'],
    registers: [],
  })
  for (const outcome of ['sent', 'failed', 'dropped']) counter.inc({ outcome }, 0)

  let isStarted = false
  /** a round waits to begin, and will find what is noted by then */
  let isQueued = false
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<number> = Promise.resolve(0)
  const running = new Map<Promise<void>, Group>()

  /** groups that were due when they were read, at `readAt`, and wait for a free place */
  let ready: Group[] = []
  let readAt = -Infinity

  /**
   * Starts sending what is due and has a free place. Returns how many messages were started. What is due is read
   * together: to look again after each message would read all that waits as many times.
   */
  const startDue = async () => {
    for (let all = 0; ;) {
      if (running.size >= atOnce.all) return all
      const busy = full(running.values())
      const next = ready.findIndex((group) => !isFull(busy, group))
      if (next < 0) {
        if (ready.length > 0 && now() < readAt + checkMs.least) return all
        readAt = now()
        ready = await dueGroups(db, readAt, busy, readAtOnce)
        if (ready.length === 0) return all
        continue
      }
      // One message is some ten statements. Other requests take their turns in between.
      await yieldToEventLoop()
      const [group] = ready.splice(next, 1)
      const events = group ? await claim(db, group, now()) : []
      if (!group || events.length === 0) continue
      all++
      const sending = send(group, events)
        .catch((error: { code?: string }) =>
          deps.onFailure({ host: group.host, code: error.code ?? 'unknown' }),
        )
        .finally(() => {
          running.delete(sending)
          // Its place is free now, for what had to wait.
          if (isStarted) soon()
        })
      running.set(sending, group)
    }
  }
  const round = () => (claiming = claiming.then(startDue, startDue))

  const schedule = async () => {
    clearTimeout(timer)
    if (!isStarted) return
    const next = ready.length > 0 ? now() : await nextDue(db, now())
    const wait = next === null ? checkMs.most : next - now()
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(soon, Math.min(checkMs.most, Math.max(checkMs.least, wait)))
  }
  const soon = () => {
    if (isQueued) return
    isQueued = true
    claiming = claiming
      .catch(() => 0)
      .then(() => {
        isQueued = false
        return startDue()
      })
    claiming.then(schedule).catch((error: { code?: string }) => {
      deps.onFailure({ host: '', code: error.code ?? 'unknown' })
      clearTimeout(timer)
      if (isStarted) timer = setTimeout(soon, checkMs.most)
    })
  }

  const send = async (group: Group, events: Event[]) => {
    const time = now()
    const drop = async (some: readonly Event[]) => {
      if (some.length === 0) return
      counter.inc({ outcome: 'dropped' })
      await removeEvents(db, some)
    }
    const rule = kinds[group.kind]
    const fresh = events.filter(({ at }) => at > time - rule.oldest)
    const reader = fresh.length > 0 ? await readerOf(db, group, time) : null
    if (!reader || !isWanted(reader, group)) return drop(events)
    if (!(await isStillSo(db, group, fresh, time))) return drop(events)
    // A request to it has failed since this was read.
    if (reader.retry_at > time) return putOff(db, events, reader.retry_at)
    const quiet = reader.quiet === '' ? null : (JSON.parse(reader.quiet) as Quiet)
    const quietUntil = quiet ? endOfQuiet(quiet, time) : time
    if (quietUntil > time && rule.isHeld) return putOff(db, fresh, quietUntil)
    if (quietUntil > time || (await deps.isOpen(group.list_id, group.account_id))) return drop(events)
    const actors = await namesOf(db, fresh)
    if (actors.length === 0 || (await isOverCap(db, group, time))) return drop(events)

    const text = pushText(reader.language, {
      kind: group.kind,
      listName: reader.name,
      actors,
      products: [...new Set(fresh.flatMap(({ names }) => JSON.parse(names) as string[]))].slice(
        0,
        mostProducts,
      ),
      amount: fresh.reduce((sum, { amount }) => sum + amount, 0),
      shop: fresh.at(-1)?.shop ?? '',
      mayAdd: can(reader.role, 'editProducts'),
    })
    const payload = { account: group.account_id, kind: group.kind, list: group.list_id, ...text }
    const { status, retryAfter, code } = await post(reader, group, JSON.stringify(payload))
    if (status >= 200 && status < 300) {
      counter.inc({ outcome: 'sent' })
      if (reader.failures > 0) await setFailures(db, reader, 0, 0)
      await removeEvents(db, fresh)
      return drop(events.filter((event) => !fresh.includes(event)))
    }
    counter.inc({ outcome: 'failed' })
    deps.onFailure({ host: group.host, code })
    // The browser has ended this subscription.
    if (status === 404 || status === 410) return removeDevice(db, reader)
    const isFinal = status >= 300 && status < 500 && status !== 429 && status !== 408
    if (isFinal) return drop(events)
    const backoff = retryMs.first * 4 ** Math.min(10, reader.failures)
    const until = time + Math.min(retryMs.longest, Math.max(backoff, waitOf(retryAfter, time)))
    // All that waits for this device waits, so a slow endpoint is not asked again for each event.
    await setFailures(db, reader, reader.failures + 1, until)
    if (fresh.some(({ attempts }) => attempts + 1 >= mostAttempts)) await drop(events)
    else await putOff(db, events, until, 1)
  }

  const post = async (device: Reader, group: Group, payload: string) => {
    // Loaded with the first message: many servers send none.
    const { default: webPush } = await import('web-push')
    const { ttl, urgency } = kinds[group.kind]
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      {
        vapidDetails,
        TTL: ttl,
        urgency,
        topic: topicOf(vapid.privateKey, group),
        contentEncoding: 'aes128gcm',
      },
    )
    try {
      const reply = await transport.post({ endpoint, headers: headers as Record<string, string>, body })
      return { ...reply, code: String(reply.status) }
    } catch (error) {
      return { status: 0, retryAfter: '', code: (error as { code?: string }).code ?? 'unknown' }
    }
  }

  return {
    ...notes,
    vapidPublicKey: vapid.publicKey,
    isEndpoint: network.isEndpoint,
    counter,
    wake() {
      // Another call's wake may have come between a note and its commit, so for a while each one looks.
      if (isStarted && Math.abs(now() - lastNotedAt()) < longestWriteMs) soon()
    },
    async drain() {
      while ((await round()) > 0) await Promise.all(running.keys())
    },
    start() {
      isStarted = true
      soon()
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await claiming.catch(() => undefined)
      await Promise.all(running.keys())
      clearTimeout(timer)
      transport.close()
    },
  }
}

/** Returns whom and what not to ask for, because they have as many requests at a time as they may. */
function full(running: Iterable<Group>): Full {
  const [accounts, hosts] = [new Map<string, number>(), new Map<string, number>()]
  for (const { account_id, host } of running) {
    accounts.set(account_id, (accounts.get(account_id) ?? 0) + 1)
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
  }
  const beyond = (counts: Map<string, number>, most: number) =>
    [...counts].flatMap(([name, count]) => (count >= most ? [name] : []))
  return { accounts: beyond(accounts, atOnce.account), hosts: beyond(hosts, atOnce.host) }
}

function isFull({ accounts, hosts }: Full, { account_id, host }: Group): boolean {
  return accounts.includes(account_id) || hosts.includes(host)
}

type Reader = Selectable<PushDeviceTable> & {
  name: string
  living: number
  bought: number
  role: 'owner' | 'edit' | 'shopping' | 'view'
}

/** Returns the device with its access to the list; null if its session has ended or the list is not theirs any more. */
async function readerOf(db: Db, group: Group, time: number): Promise<Reader | null> {
  const found = await db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .innerJoin('account', 'account.id', 'push_device.account_id')
    .innerJoin('list', (join) => join.on('list.id', '=', group.list_id))
    .leftJoin('member', (join) =>
      join.onRef('member.list_id', '=', 'list.id').onRef('member.account_id', '=', 'push_device.account_id'),
    )
    .selectAll('push_device')
    .select(['list.name', 'list.living', 'list.bought', 'list.owner_id', 'member.permission'])
    .where('push_device.account_id', '=', group.account_id)
    .where('push_device.device_id', '=', group.device_id)
    .where('session.ended_at', '=', 0)
    .where('session.refreshed_at', '>', time - signedMs)
    .where('account.status', '<>', 'D')
    .where('list.deleted_at', '=', 0)
    .executeTakeFirst()
  const role = found?.owner_id === group.account_id ? 'owner' : found?.permission
  return found && role ? { ...found, role } : null
}

/** Returns whether the person wants this kind, and it has not changed meanwhile. */
function isWanted(reader: Reader, { kind, list_id }: Group): boolean {
  const usual = JSON.parse(reader.kinds) as PushKinds
  const ofList = (JSON.parse(reader.lists) as PushLists)[list_id] ?? usual
  if (ofList === 'off' || !ofList[kind]) return false
  return kind !== 'done' || (reader.living > 0 && reader.bought === reader.living)
}

/** Returns whether the one who went shopping, or the reader who is told what was added, is still shopping. */
async function isStillSo(db: Db, group: Group, events: readonly Event[], time: number): Promise<boolean> {
  if (group.kind !== 'trips' && group.kind !== 'added') return true
  const who = group.kind === 'added' ? [group.account_id] : events.map(({ actor_id }) => actor_id)
  return (await shoppersOf(db, group.list_id, time)).some(({ account }) => who.includes(account))
}

/** Returns the names of those who caused the events and still have an account. */
async function namesOf(db: Db, events: readonly Event[]): Promise<string[]> {
  const ids = [...new Set(events.map(({ actor_id }) => actor_id))]
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email'])
    .where('id', 'in', oneOf(ids))
    .where('status', '<>', 'D')
    .execute()
  const names = new Map(accounts.map((account) => [account.id, displayName(account)]))
  return ids.flatMap((id) => names.get(id) ?? [])
}

/** Counts one more notification. Returns whether this device got enough today. */
async function isOverCap(db: Db, group: Group, time: number): Promise<boolean> {
  const { account_id, device_id, list_id, kind } = group
  const ofList = await countInDatabase(db, `push ${account_id} ${device_id} ${list_id}`, time, day)
  if (ofList.current > perDay.list) return true
  if (kind !== 'shared') return false
  const shared = await countInDatabase(db, `push shared ${account_id} ${device_id}`, time, day)
  return shared.current > perDay.shared
}

/** An endpoint that was replaced meanwhile has nothing to do with the failure of the old one. */
async function setFailures(db: Db, device: Reader, failures: number, until: number): Promise<void> {
  await db
    .updateTable('push_device')
    .set({ failures, retry_at: until })
    .where('endpoint', '=', device.endpoint)
    .execute()
}

async function removeDevice(db: Db, device: Reader): Promise<void> {
  await db.deleteFrom('push_device').where('endpoint', '=', device.endpoint).execute()
}

/** Returns how long a Retry-After header asks to wait, in ms; 0 if it says nothing usable. */
function waitOf(retryAfter: string, time: number): number {
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * second : Date.parse(retryAfter) - time
  return seconds > 0 ? seconds : 0
}

/**
 * Returns the topic under which a newer message replaces an older one at the push service (RFC 8030, 5.4). It is a keyed
 * hash, so the service learns neither the list nor who shares it.
 */
function topicOf(secret: string, { account_id, list_id, kind }: Group): string {
  return createHmac('sha256', secret)
    .update(`${account_id} ${list_id} ${kind}`)
    .digest('base64url')
    .slice(0, 32)
}
