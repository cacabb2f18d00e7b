import { isOfList } from '../../core/sync/change.ts'
import { projectList } from '../../core/sync/list-row.ts'
import { type Entry, project } from '../../core/sync/mutation.ts'
import type { AccountDb, ChangesOf } from '../../device/db.ts'
import { move } from '../../device/moving.ts'
import { pick, seeded } from '../support/random.ts'
import { Lister, type Shown } from './lister.ts'
import { type Memory, note } from './judging/memory.ts'
import type { Context, Phone, Seat, World } from './seat.ts'
import { Typist } from './typist.ts'
import type { Watches } from './judging/watch.ts'

/** What the simulation does for the people who have no account yet. */
export interface Hands {
  world: World
  plain: boolean
  leaves: boolean
  memory: Memory
  watches: Watches
  /** of the accounts */
  typist: Typist
  aWhile: () => Promise<void>
  say: (what: string) => void
  type: (seat: Seat, context: Context, parts: readonly ChangesOf[]) => Promise<Context>
  edit: (seat: Seat, context: Context) => Promise<void>
  restart: (seat: Seat, context: Context) => Promise<void>
  signOutAndIn: (phone: Phone) => Promise<void>
}

/** A change typed without an account. */
interface Waiting {
  entry: Entry
  /** by the simulation's true clock */
  at: number
  /** infinite as long as it is only noted down at the side */
  n: number
}

/** A place on a device without an account, and the account that it moves into. */
interface Trial {
  place: Seat
  owner: Seat
  /** by operation id: what was not moved yet */
  waiting: Map<string, Waiting>
  /** every operation id, with its number in the account's outbox once it was seen there */
  ever: Map<string, number | null>
  /** a page that was left, and what it was writing */
  away: { context: Context; written: Promise<unknown> } | null
  /** how often a page was left while it wrote */
  timesLeft: number
}

/** The last entry that a page takes over; whether it heard that this was done. */
interface Taking {
  last: number
  isDone: boolean
}

/** The page in which something was moved is closed. */
class Closed extends Error {}

/** The accounts' own names and numbers begin at 1. */
const firstNumber = 500

/**
 * People who use the app without an account, on devices where they have one too, and move what they typed into it: whole
 * or broken off, in two pages at once, while they go on typing in both. What came over counts as typed in the account.
 */
export class Trials {
  readonly #random: () => number
  readonly #hands: Hands
  readonly #trials: Trial[]
  /** what was ever typed for each product, by people without an account */
  readonly #names: Memory['names'] = new Map()
  readonly #typist: Typist
  readonly #lister: Lister
  #turn: Promise<void> = Promise.resolve()

  constructor(random: () => number, phones: readonly Phone[], hands: Hands) {
    this.#random = random
    this.#hands = hands
    const { seed } = hands.world
    const memory = { names: this.#names }
    this.#typist = new Typist(
      random,
      hands.plain ? null : seeded(~seed ^ 0x7a1a15),
      memory,
      null,
      firstNumber,
    )
    this.#lister = new Lister(random, memory, seed, firstNumber)
    const chosen = phones.filter((_, i) => i === seed % phones.length || random() < 0.4)
    this.#trials = chosen.map((phone) => {
      const owner = pick(random, phone.seats)
      const place = owner.beside(`trial-${owner.userId}`)
      return { place, owner, waiting: new Map(), ever: new Map(), away: null, timesLeft: 0 }
    })
  }

  get owners(): Seat[] {
    return this.#trials.map(({ owner }) => owner)
  }

  isOf(seat: Seat): boolean {
    return this.owners.includes(seat)
  }

  async open(): Promise<void> {
    for (const { place } of this.#trials) for (let i = 0; i < 2; i++) await place.open(this.#hands.world)
  }

  async close(): Promise<void> {
    for (const { place, away } of this.#trials) {
      for (const { device } of place.contexts) await device.db.close()
      await away?.context.device.db.close()
    }
  }

  async step(phone: Phone): Promise<void> {
    for (const trial of this.#trials) {
      if (trial.place.phone !== phone) continue
      const dice = this.#random()
      if (dice < 0.4) await this.#type(trial)
      else if (dice < 0.6) {
        if (phone.session?.userId === trial.owner.userId) await this.#move(trial)
      } else await this.#other(trial, this.#random())
      for (const opId of trial.waiting.keys())
        if (this.#hands.memory.served.has(opId)) this.#fail('the server has what was not moved', opId)
    }
  }

  /** Everything is moved, in peace. */
  async finish(): Promise<void> {
    for (const trial of this.#trials) {
      await this.#comeBack(trial)
      await this.#move(trial, true)
    }
  }

  #fail(what: string, about: unknown): void {
    this.#hands.watches.violations.add(`16 ${what}`)
    this.#hands.say(`16 ${what}: ${JSON.stringify(about)}`)
  }

  async #other(trial: Trial, dice: number): Promise<void> {
    const { owner } = trial
    if (dice < 0.35) await this.#leave(trial)
    else if (dice < 0.55) await this.#comeBack(trial)
    else if (dice < 0.75) await this.#tidy(trial)
    else if (dice < 0.9 && owner.phone.session?.userId === owner.userId)
      await this.#hands.signOutAndIn(owner.phone)
  }

  /** As each page does that is opened: nothing goes but what a later change stands for. */
  async #tidy(trial: Trial): Promise<void> {
    const { place, waiting } = trial
    await place.db.recover()
    await this.#number(trial)
    await place.db.tidy()
    const there = new Set((await place.stored()).map(({ opId }) => opId))
    const inOrder = [...waiting.values()].toSorted((a, b) => a.n - b.n).map(({ entry }) => entry)
    for (const [i, entry] of inOrder.entries()) {
      if (there.has(entry.opId) || waiting.get(entry.opId)?.n === Infinity) continue
      waiting.delete(entry.opId)
      if (!isStoodFor(entry, inOrder.slice(0, i), inOrder.slice(i + 1)))
        this.#fail('what was typed without an account is gone', entry)
    }
  }

  /** What the person does next, from what a page shows that asks no server. */
  async #parts({ place }: Trial): Promise<ChangesOf[]> {
    const shown: Shown[] = []
    for (const listId of await place.db.waitingLists()) {
      const { entries } = await place.db.readList(listId)
      const list = projectList(undefined, entries)
      if (list) shown.push({ list, stream: undefined, views: project([], entries) })
    }
    if (shown.length === 0 || this.#random() < 0.3)
      return this.#lister.act(place, shown, '', this.#hands.world.now)
    const { list, views } = pick(this.#random, shown)
    return [{ listId: list.id, changes: [this.#typist.change(place, views)] }]
  }

  async #type(trial: Trial): Promise<void> {
    const { place } = trial
    // Each page hears what another noted down when it was left, before anybody types there.
    await place.db.recover()
    const parts = await this.#parts(trial)
    const { device } = await this.#hands.type(place, pick(this.#random, place.contexts), parts)
    for (const { listId } of parts) void device.drain.dispatch(listId, { type: 'trigger', edit: true })
    await this.#remember(trial, parts)
  }

  /** A page of its own is left while it writes, and stays so: others go on. */
  async #leave(trial: Trial): Promise<void> {
    const { place } = trial
    const { aWhile, leaves, world } = this.#hands
    if (!leaves || trial.away) return
    await place.db.recover()
    const parts = await this.#parts(trial)
    await place.open(world)
    const context = place.contexts.at(-1)!
    place.contexts = place.contexts.slice(0, -1)
    const { db, life } = context.device
    // A field that loses the focus as the page is left is saved afterwards; another may be about to be saved.
    const dice = this.#random()
    if (dice < 0.3) life.leave()
    const written = db.appendTo(parts).catch(() => world.misbehaves('a change was not saved'))
    if (dice > 0.6) await aWhile()
    life.leave()
    await aWhile()
    trial.away = { context, written }
    trial.timesLeft++
    await this.#remember(trial, parts)
  }

  async #comeBack(trial: Trial): Promise<void> {
    const { away } = trial
    trial.away = null
    if (!away || this.#random() < 0.3) return
    this.#hands.say(`${trial.place.name} comes back`)
    away.context.device.life.comeBack()
    await away.written
    await away.context.device.db.close()
  }

  /** What was typed is on the disk, or noted down at the side. */
  async #remember({ place, ever, waiting }: Trial, parts: readonly ChangesOf[]): Promise<void> {
    const noted = place.noted().flatMap(({ entries }) => entries.map((entry) => ({ ...entry, n: Infinity })))
    const fresh = [...(await place.stored()), ...noted].filter(({ opId }) => !ever.has(opId))
    const byId = new Map(fresh.toReversed().map((entry) => [entry.opId, entry]))
    for (const entry of [...byId.values()].toSorted((a, b) => a.n - b.n)) {
      const { opId, op, rowId, listId, n } = entry
      const what = op === 'set' ? `${entry.field} ${String(entry.value)}` : op
      this.#hands.say(`${place.name} ${what} ${rowId} in ${listId} (${n}, ${opId})`)
      ever.set(opId, null)
      waiting.set(opId, { entry, n, at: this.#hands.world.now })
    }
    const count = parts.reduce((sum, { changes }) => sum + changes.length, 0)
    if (byId.size !== count) this.#fail('what was typed without an account was not kept', parts)
  }

  /** One page moves everything, or two at once. `calm`: nothing gets in the way. */
  async #move(trial: Trial, calm = false): Promise<void> {
    const { place, owner, timesLeft } = trial
    const pages = calm || this.#random() < 0.6 ? [0] : [0, 1]
    const ends = await Promise.all(
      pages.map((i) => this.#moveIn(trial, place.contexts[i]!, owner.contexts[i]!, calm)),
    )
    // A page that was left in the meantime may have noted something down.
    if (ends.includes('closed') || trial.timesLeft !== timesLeft) return
    const left = [...trial.waiting.values(), ...(await place.stored()), ...place.noted()]
    if (left.length > 0) this.#fail('a move left something behind', left)
  }

  async #moveIn(trial: Trial, here: Context, there: Context, calm: boolean): Promise<'moved' | 'closed'> {
    const { restart, say } = this.#hands
    say(`${trial.place.name} moves into ${trial.owner.name}`)
    const last = !calm && this.#random() < 0.4 ? Math.floor(this.#random() * 6) : Infinity
    const close = async () => {
      if (here.alive) await restart(trial.place, here)
      if (there.alive) await restart(trial.owner, there)
    }
    let calls = 0
    const taking = { last: 0, isDone: false }
    const turn = async <T>(run: () => Promise<T>): Promise<T> => {
      const release = await this.#lock()
      try {
        if (!calm) await this.#meanwhile(trial)
        if (calls++ === last || !here.alive || !there.alive) throw new Closed()
        return calm ? await run() : await this.#perhapsLeft(run, [here, there], close)
      } finally {
        await this.#arrived(trial, taking)
        release()
      }
    }
    try {
      await move(...pagesOf(here.device.db, there.device.db, turn, taking))
      return 'moved'
    } catch (error) {
      if (!(error instanceof Closed)) throw error
      // In its turn: a page that is opened while another one is left in the middle of something may wait for ever.
      const release = await this.#lock()
      await close().finally(release)
      return 'closed'
    }
  }

  /** Between two transactions of a move other pages do something. */
  async #meanwhile(trial: Trial): Promise<void> {
    const dice = this.#random()
    if (dice < 0.12) await this.#type(trial)
    else if (dice < 0.24) await this.#other(trial, this.#random())
    else if (dice < 0.32) await this.#hands.edit(trial.owner, pick(this.#random, trial.owner.contexts))
  }

  /** The page may be left in the middle of a transaction, for good or not. */
  async #perhapsLeft<T>(
    run: () => Promise<T>,
    pages: readonly Context[],
    close: () => Promise<void>,
  ): Promise<T> {
    const { aWhile, leaves } = this.#hands
    const running = run()
    if (!leaves || this.#random() < 0.8) return running
    await aWhile()
    for (const { device } of pages) device.life.leave()
    await aWhile()
    if (this.#random() < 0.5) {
      // The rest of it never happens.
      await close()
      throw new Closed()
    }
    for (const { device } of pages) device.life.comeBack()
    return running
  }

  /** Between a transaction of one page and what is remembered of it nobody else does anything. */
  #lock(): Promise<() => void> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    return before.then(() => resolve)
  }

  /** What was noted down at the side gets its number once it is written. */
  async #number({ place, waiting }: Trial): Promise<void> {
    for (const { opId, n } of await place.stored()) {
      const one = waiting.get(opId)
      if (one) one.n = n
    }
  }

  /** What came into the account counts as typed there, in this moment. */
  async #arrived(trial: Trial, { last, isDone }: Taking): Promise<void> {
    const { owner, waiting, ever } = trial
    const { memory, watches, typist } = this.#hands
    await this.#number(trial)
    const came = new Map<string, number>()
    for (const entry of await owner.stored()) {
      const { opId, n } = entry
      if (!ever.has(opId) || ever.get(opId) === n) continue
      if (came.has(opId) || !waiting.has(opId)) this.#fail('something came a second time', entry)
      came.set(opId, n)
      ever.set(opId, n)
    }
    // A page that was closed may have written all of it.
    const until = isDone || came.size > 0 ? last : 0
    const over = [...waiting.values()].filter(({ n }) => n <= until).toSorted((a, b) => a.n - b.n)
    if (over.length === 0) return
    const places = over.flatMap(({ entry }) => came.get(entry.opId) ?? [])
    if (places.some((n, i) => n < places[i - 1]!)) this.#fail('what was moved is not in order', over)
    const lists = [...new Set(over.map(({ entry }) => entry.listId))]
    const before = new Map(lists.map((listId) => [listId, watches.of(listId).seen(owner).entries]))
    for (const [i, { entry }] of over.entries()) {
      const { opId, listId, rowId, op } = entry
      waiting.delete(opId)
      const names = [...(memory.names.get(rowId) ?? []), ...(this.#names.get(rowId) ?? [])]
      if (names.length > 0) memory.names.set(rowId, new Set(names))
      if (op === 'add') typist.knows(owner, rowId)
      if (op === 'delete' && rowId === listId) memory.unwanted.add(`${owner.name} ${listId}`)
      else if (op === 'delete') {
        watches.of(listId).deleted(owner, rowId)
        memory.deleted.set(rowId, owner)
      }
      const earlier = [...(before.get(listId) ?? []), ...over.slice(0, i).map((one) => one.entry)]
      const later = over.slice(i + 1).map((one) => one.entry)
      if (!came.has(opId) && !isStoodFor(entry, earlier, later))
        this.#fail('what was typed without an account did not come over', entry)
    }
    const typedAt = new Map(over.map(({ entry, at }) => [entry.opId, at]))
    for (const [listId, entries] of before) {
      const after = (await watches.of(listId).look(owner)).entries
      note(
        memory,
        owner,
        { before: entries, after },
        ({ opId }) => typedAt.get(opId) ?? this.#hands.world.now,
      )
    }
  }
}

/** Whether something that was typed later makes a change needless. */
function isStoodFor(entry: Entry, earlier: readonly Entry[], later: readonly Entry[]): boolean {
  const { op, rowId, listId } = entry
  if (op === 'delete' && earlier.some((one) => one.op === 'add' && one.rowId === rowId)) return true
  return later.some((one) => {
    if (one.listId !== listId) return false
    if (one.op === 'delete') return one.rowId === rowId || isOfList(listId, one)
    return one.op === 'set' && op === 'set' && one.rowId === rowId && one.field === entry.field
  })
}

/** Both places as one page has them; each call waits for its turn. */
function pagesOf(
  from: AccountDb,
  to: AccountDb,
  turn: <T>(run: () => Promise<T>) => Promise<T>,
  taking: Taking,
): Parameters<typeof move> {
  const ownWins = (_key: string, _moved: unknown, own: unknown) => own
  return [
    {
      ...from,
      recover: () => turn(() => from.recover()),
      belongings: (since) => turn(() => from.belongings(since)),
      empty: (what) => turn(() => from.empty(what)),
    },
    {
      ...to,
      movedFrom: (id) => turn(() => to.movedFrom(id)),
      takeIn: (what, join) =>
        turn(async () => {
          Object.assign(taking, { last: what.last, isDone: false })
          taking.isDone = await to.takeIn(what, join)
          return taking.isDone
        }),
    },
    ownWins,
  ]
}
