import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Counter } from 'prom-client'
import type { PushKinds, PushLists, Quiet } from '../../core/contract/push.ts'
import { can } from '../../core/product/permissions.ts'
import type { PushKind } from '../../core/product/push-kinds.ts'
import { displayName, givenName } from '../../core/text/person-name.ts'
import { shownListName } from '../../core/product/list-copies.ts'
import { shownName } from '../../core/text/tongues.ts'
import type { Config } from '../base/config.ts'
import { countedInDatabase, countInDatabase } from '../limits/tally.ts'
import { refreshMs } from '../base/times.ts'
import { type Shopper, shoppersOf } from '../live/trips.ts'
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
import { createSites } from './sites.ts'
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

/**
 * What one list, one sender over all lists, all who share lists, and those of them who are strangers may send to one
 * device in a day.
 */
const perDay = { list: 100, sender: 60, shared: 20, strangers: 5 }
/** A list that is shared, taken back and shared again is told once in this time, in ms. */
const sharedOnceMs = 30 * day
const mostAttempts = 5
const retryMs = { first: 30 * second, longest: hour }
/** A device whose messages have been refused for so long, and so often, is dropped. */
const refused = { longest: 3 * day, attempts: 3 }
/**
 * Requests at a time: in all, and for one account. So slow endpoints hold up only themselves. How many to one push
 * service: sites.ts.
 */
const atOnce = { all: 48, account: 2 }
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
  const sites = createSites(now)

  /** Returns whom and what not to ask for now. */
  const full = (): Full => {
    const [accounts, bySite] = [new Map<string, number>(), new Map<string, number>()]
    for (const { account_id, site } of running.values()) {
      accounts.set(account_id, (accounts.get(account_id) ?? 0) + 1)
      bySite.set(site, (bySite.get(site) ?? 0) + 1)
    }
    return {
      accounts: [...accounts].flatMap(([name, count]) => (count >= atOnce.account ? [name] : [])),
      sites: [
        ...sites.held(),
        ...[...bySite].flatMap(([name, count]) => (count >= sites.room(name) ? [name] : [])),
      ],
    }
  }

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
      const busy = full()
      const next = ready.findIndex((group) => !isFull(busy, group))
      if (next < 0) {
        // What waits for a site that fails must not stand before the rest.
        ready = ready.filter(({ site }) => sites.room(site) > 0)
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
    const next = ready.length > 0 ? now() : await nextDue(db, now(), sites.held())
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
    const recent = events.filter(({ at }) => at > time - rule.oldest)
    const reader = recent.length > 0 ? await readerOf(db, group, time) : null
    if (!reader || !isWanted(reader, group, recent)) return drop(events)
    const shoppers = group.kind in isOfTrips ? await shoppersOf(db, group.list_id, time) : []
    const fresh = stillSo(group, recent, shoppers)
    if (fresh.length === 0) return drop(events)
    // A request to it has failed since this was read.
    if (reader.retry_at > time) return putOff(db, events, reader.retry_at)
    const quiet = reader.quiet === '' ? null : (JSON.parse(reader.quiet) as Quiet)
    const quietUntil = quiet ? endOfQuiet(quiet, time) : time
    if (quietUntil > time && rule.isHeld) return putOff(db, fresh, quietUntil)
    if (quietUntil > time || (await deps.isOpen(group.list_id, group.account_id))) return drop(events)
    const admitted = await withinCaps(db, group, fresh, time)
    // The last end of a trip says more than what was done before.
    const end = group.kind === 'done' ? admitted.findLast(isTripEnd) : undefined
    const told = end ? [end] : admitted
    const actors = await namesOf(db, told, group.kind)
    if (actors.length === 0) return drop(events)

    const text = pushText(reader.language, {
      kind: group.kind,
      listName: shownListName(reader.name, reader.madeAt, reader.language),
      actors,
      products: [...new Set(told.flatMap(({ names }) => JSON.parse(names) as string[]))]
        .slice(0, mostProducts)
        .map((product) => shownName(product, reader.language)),
      amount: told.reduce((sum, { amount }) => sum + amount, 0),
      shop: end?.shop,
      trips: shoppers.filter(({ account }) => admitted.some(({ actor_id }) => actor_id === account)),
      mayAdd: can(reader.role, 'editProducts'),
    })
    const payload = { account: group.account_id, kind: group.kind, list: group.list_id, ...text }
    const request = { device: `${group.account_id} ${group.device_id}`, startedAt: now() }
    const { status, retryAfter, code } = await post(reader, group, JSON.stringify(payload))
    if (status >= 200 && status < 300) {
      counter.inc({ outcome: 'sent' })
      sites.note(group.site, { ...request, isOk: true, wait: 0 })
      if (reader.failures > 0 || reader.worked === 0) await setState(db, reader, works)
      if (group.kind === 'shared') await countInDatabase(db, sharedOnce(group), time, sharedOnceMs)
      await removeEvents(db, admitted)
      return drop(events.filter((event) => !admitted.includes(event)))
    }
    counter.inc({ outcome: 'failed' })
    deps.onFailure({ host: group.host, code })
    // The browser has ended this subscription.
    if (status === 404 || status === 410) return removeDevice(db, reader)
    const wait = waitOf(retryAfter, time)
    sites.note(group.site, { ...request, isOk: false, wait })
    const backoff = retryMs.first * 4 ** Math.min(10, reader.failures)
    const until = time + Math.min(retryMs.longest, Math.max(backoff, wait))
    const failures = reader.failures + 1
    const isRefused = status >= 300 && status < 500 && status !== 429 && status !== 408
    const refusedAt = reader.refused_at || (isRefused ? time : 0)
    // A service that is down for days refuses nobody.
    if (isRefused && failures >= refused.attempts && refusedAt <= time - refused.longest)
      return removeDevice(db, reader)
    // All that waits for this device waits, so a slow endpoint is not asked again for each event.
    await setState(db, reader, { failures, retry_at: until, refused_at: refusedAt })
    if (isRefused || admitted.some(({ attempts }) => attempts + 1 >= mostAttempts)) await drop(events)
    else {
      await putOff(db, admitted, until, 1)
      await drop(events.filter((event) => !admitted.includes(event)))
    }
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

function isFull({ accounts, sites }: Full, { account_id, site }: Group): boolean {
  return accounts.includes(account_id) || sites.includes(site)
}

type Reader = Selectable<PushDeviceTable> & {
  name: string
  madeAt: number
  living: number
  bought: number
  role: 'owner' | 'edit' | 'shopping' | 'view'
}

/**
 * Returns the device with its access to the list; null if its session has ended, the list is not theirs any more, or the
 * person has never opened it and this is about more than that it was shared.
 */
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
    .select(['list.name', 'list.created_at as madeAt', 'list.living', 'list.bought', 'list.owner_id'])
    .select(['member.permission', 'member.accepted'])
    .where('push_device.account_id', '=', group.account_id)
    .where('push_device.device_id', '=', group.device_id)
    .where('session.ended_at', '=', 0)
    .where('session.refreshed_at', '>', time - refreshMs)
    .where('account.status', '<>', 'D')
    .where('list.deleted_at', '=', 0)
    .executeTakeFirst()
  const role = found?.owner_id === group.account_id ? 'owner' : found?.permission
  if (!found || !role) return null
  const isOpened = role === 'owner' || found.accepted === 1
  return isOpened || group.kind === 'shared' ? { ...found, role } : null
}

/** Returns whether the person wants this kind, and it has not changed meanwhile. */
function isWanted(reader: Reader, { kind, list_id }: Group, events: readonly Event[]): boolean {
  const usual = JSON.parse(reader.kinds) as PushKinds
  const ofList = (JSON.parse(reader.lists) as PushLists)[list_id] ?? usual
  if (ofList === 'off' || !ofList[kind]) return false
  if (kind !== 'done' || events.some(isTripEnd)) return true
  return reader.living > 0 && reader.bought === reader.living
}

/** Of kind 'done'. */
const isTripEnd = ({ amount }: Event) => amount > 0

/** The kinds that are of use only while somebody is shopping. */
const isOfTrips = { trips: true, added: true }

/** Returns the events of those who are still shopping, or all if the reader, who is told what was added, is. */
function stillSo(
  { kind, account_id }: Group,
  events: readonly Event[],
  shoppers: readonly Shopper[],
): readonly Event[] {
  const isShopping = (who: string) => shoppers.some(({ account }) => account === who)
  if (kind === 'trips') return events.filter(({ actor_id }) => isShopping(actor_id))
  return kind !== 'added' || isShopping(account_id) ? events : []
}

/**
 * Returns the names of those who caused the events and still have an account. Of somebody who shares a list with a person
 * who has not opened it yet, no part of the address is told: the name is '' if they gave none.
 */
async function namesOf(db: Db, events: readonly Event[], kind: PushKind): Promise<string[]> {
  const ids = [...new Set(events.map(({ actor_id }) => actor_id))]
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email'])
    .where('id', 'in', oneOf(ids))
    .where('status', '<>', 'D')
    .execute()
  const name = kind === 'shared' ? givenName : displayName
  const names = new Map(accounts.map((account) => [account.id, name(account)]))
  return ids.flatMap((id) => names.get(id) ?? [])
}

const sharedOnce = ({ account_id, device_id, list_id }: Group) =>
  `push shared once ${account_id} ${device_id} ${list_id}`

/** Counts one more notification, unless it failed before. Returns the events that this device may still get today. */
async function withinCaps(
  db: Db,
  group: Group,
  events: readonly Event[],
  time: number,
): Promise<readonly Event[]> {
  if (events.some(({ attempts }) => attempts > 0)) return events
  const isOver = async (what: string, most: number) => {
    const whose = `${group.account_id} ${group.device_id}`
    return (await countInDatabase(db, `push ${what} ${whose}`, time, day)).current > most
  }
  const { kind, list_id, account_id } = group
  if (kind === 'shared' && (await countedInDatabase(db, sharedOnce(group), time)) > 0) return []
  const within: Event[] = []
  for (const [sender, ofSender] of Map.groupBy(events, ({ actor_id }) => actor_id))
    if (!(await isOver(`of ${sender}`, perDay.sender))) within.push(...ofSender)
  if (within.length === 0 || (await isOver(`on ${list_id}`, perDay.list))) return []
  if (kind !== 'shared') return within
  const isStrange = !(await knowsOneOf(
    db,
    account_id,
    within.map(({ actor_id }) => actor_id),
  ))
  if (isStrange && (await isOver('by strangers', perDay.strangers))) return []
  return (await isOver('shared', perDay.shared)) ? [] : within
}

/** Returns whether a person has opened a list of one of the others, or one of them a list of this person. */
async function knowsOneOf(db: Db, account: string, others: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('member')
    .innerJoin('list', 'list.id', 'member.list_id')
    .select('list.id')
    .where('list.deleted_at', '=', 0)
    .where('member.accepted', '=', 1)
    .where((where) =>
      where.or([
        where.and([where('member.account_id', '=', account), where('list.owner_id', 'in', oneOf(others))]),
        where.and([where('member.account_id', 'in', oneOf(others)), where('list.owner_id', '=', account)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The state of a device that has just got a message. */
const works = { failures: 0, retry_at: 0, refused_at: 0, worked: 1 }

/** An endpoint that was replaced meanwhile has nothing to do with the failure of the old one. */
async function setState(db: Db, device: Reader, state: Partial<typeof works>): Promise<void> {
  await db.updateTable('push_device').set(state).where('endpoint', '=', device.endpoint).execute()
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
