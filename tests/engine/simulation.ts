import { bringBack } from '../../core/sync/bring-back.ts'
import { isOfList } from '../../core/sync/change.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'
import type { Refreshed } from '../../device/http.ts'
import { isTrialId } from '../../device/trial.ts'
import { pick, seeded } from '../support/random.ts'
import { Guests } from './guests/guests.ts'
import { judge, judgeGone } from './judging/judge.ts'
import { Lists } from './lists.ts'
import { type Memory, note } from './judging/memory.ts'
import { Delivery } from './delivery.ts'
import { Network, signedOut } from './network.ts'
import { Operator, type Run } from './operator.ts'
import { type Context, Phone, type Seat, type World } from './seat.ts'
import type { SimServer } from './server.ts'
import { Trials } from './trials.ts'
import { Typist } from './typist.ts'
import { Watches } from './judging/watch.ts'

export const users = ['anna', 'ben', 'cleo'] as const
const day = 86_400_000

export interface SimulationKind {
  /**
   * People edit only the fields that existed when the first seeds were remembered. Default: every other run.
   * Fewer fields mean more conflicts between two people.
   */
  plain?: boolean | undefined
  /** pages are left; default: in half of the runs */
  leaves?: boolean | undefined
  /** people make lists, change and delete them; default: in a third of the runs */
  lists?: boolean | undefined
  /** people change the currency of lists; default: in six of seventeen runs with lists, in none of the remembered ones */
  currencies?: boolean | undefined
  /** people use the app without an account too; default: in two of five runs with lists */
  trials?: boolean | undefined
  /** people bring a list back to what it was; default: in an eighth of the runs */
  back?: boolean | undefined
  /** people without an account come by a link; default: in an eleventh of the runs */
  guests?: boolean | undefined
  /** the server is never restored from a backup but taken over by a machine that lacks changes; default: in a thirteenth of the runs */
  failover?: boolean | undefined
  /** storages lose what they reported as written; default: in three of seven runs */
  loses?: boolean | undefined
}

/**
 * Three devices, each with two contexts and no lock, against the real server transaction. The network loses,
 * doubles and delays calls; devices, sessions and the server suffer every kind of trouble. The same seed
 * gives the same run.
 */
export class Simulation implements World {
  now = 1_800_000_000_000
  readonly seed: number
  readonly random: () => number
  readonly phones: Phone[]
  readonly trace: string[] = []
  readonly #listId: string
  readonly #server: SimServer
  readonly #network = new Network()
  /** when each call was made out: the ages of its operations count from then */
  readonly #sealedAt = new WeakMap<SyncCall, number>()
  readonly #watches = new Watches()
  readonly #memory: Memory = {
    names: new Map(),
    edits: [],
    undone: new Set(),
    delays: new Map(),
    journeys: new Map(),
    deleted: new Map(),
    doubtful: new Set(),
    outOfPlace: new Set(),
    forgetful: new Set(),
    lateCopies: new Set(),
    tooLarge: new Set(),
    restored: false,
    known: new Map(),
    served: new Set(),
    refused: new Set(),
    unwanted: new Set(),
    broughtBack: new Set(),
  }
  readonly #typist: Typist
  readonly #operator: Operator
  readonly #delivery: Delivery
  /**
   * How often each thing happens. Some runs have a lot of one trouble and none of another, to test it in
   * depth.
   */
  readonly #weather: Record<
    'edit' | 'network' | 'drain' | 'timer' | 'restart' | 'storage' | 'session' | 'server',
    number
  >

  /** Decides when pages are left. A separate random sequence, so that runs without leaving stay the same. */
  readonly #leaving: () => number
  readonly #leaves: boolean
  /** Decides when a storage loses something; null: none does. */
  readonly #losing: (() => number) | null
  /** Decides when somebody brings a list back; null: nobody does. */
  readonly #backing: (() => number) | null
  #backs = 0
  /** null: there is one list only */
  readonly #lists: Lists | null
  /** null: everybody has an account from the beginning */
  readonly #trials: Trials | null
  /** null: there are no links for guests */
  readonly #guests: Guests | null

  constructor(
    seed: number,
    server: SimServer,
    {
      plain = seed % 2 === 0,
      leaves = seed % 4 < 2,
      lists = seed % 3 === 0,
      currencies = lists && seed % 17 > 5 && seed % 17 < 12,
      trials = lists && seed % 5 < 2,
      loses = seed % 7 < 3,
      back = seed % 8 === 2,
      guests = seed % 11 === 1,
      failover = seed % 13 === 2 && !guests,
    }: SimulationKind = {},
  ) {
    this.seed = seed
    this.random = seeded(seed)
    this.#leaving = seeded(seed ^ 0x5eed)
    this.#leaves = leaves
    this.#losing = loses ? seeded(seed ^ 0x1057) : null
    this.#backing = back ? seeded(seed ^ 0xbac4) : null
    this.#server = server
    this.#listId = `list-${seed}`
    const watches = this.#watches
    this.#typist = new Typist(this.random, plain ? null : seeded(~seed), this.#memory, watches.contested)
    const others = { server, watches, memory: this.#memory }
    const money = currencies ? seeded(seed ^ 0xc01d) : null
    this.#lists = lists ? new Lists(seeded(seed ^ 0x115757), money, seed, this.#listId, others) : null
    const say = (what: string) => this.#say(what)
    const run: Run = {
      world: this,
      server,
      listId: this.#listId,
      watches,
      memory: this.#memory,
      failover,
      say,
    }
    this.#operator = new Operator(run)
    this.#delivery = new Delivery(run, this.#network)
    const trouble = (usual: number) => usual * pick(this.random, [0, 1, 1, 4])
    this.#weather = {
      edit: 36,
      network: 40,
      drain: 7,
      timer: 5,
      restart: trouble(2),
      storage: trouble(3),
      session: trouble(3),
      server: trouble(4),
    }
    const clock = () => pick(this.random, [0, 0, day, -day])
    // Two of one person, and one that two others share.
    this.phones = [
      new Phone('A', clock(), ['anna']),
      new Phone('B', clock(), ['anna']),
      new Phone('C', clock(), ['ben', 'cleo']),
    ]
    this.#trials = trials
      ? new Trials(seeded(seed ^ 0x7a1a15), this.phones, this.#hands({ plain, currencies }))
      : null
    this.#guests = guests ? this.#withGuests(seeded(seed ^ 0x90e575), run) : null
    if (this.#guests) this.phones.push(this.#guests.phone)
  }

  #withGuests(random: () => number, run: Run): Guests {
    const signIn = (phone: Phone, seat: Seat) => this.#signIn(phone, seat)
    const forget = (seat: Seat) => this.#forget(seat)
    return new Guests(random, pick(random, [0, day, -day]), { ...run, signIn, forget })
  }

  /** What is done without an account is done as with one. */
  #hands(kind: { plain: boolean; currencies: boolean }) {
    return {
      ...kind,
      world: this,
      leaves: this.#leaves,
      memory: this.#memory,
      watches: this.#watches,
      typist: this.#typist,
      aWhile: () => this.#aWhile(),
      say: (what: string) => this.#say(what),
      type: (seat: Seat, context: Context, parts: readonly ChangesOf[]) => this.#type(seat, context, parts),
      edit: (seat: Seat, context: Context) => this.#edit(seat, context),
      restart: (seat: Seat, context: Context) => this.#restart(seat, context),
      signOutAndIn: async (phone: Phone) => {
        await this.#signOut(phone)
        this.#signIn(phone, phone.seat)
      },
    }
  }

  get #seats(): Seat[] {
    return this.phones.flatMap((phone) => phone.seats)
  }

  async run(steps: number): Promise<string[]> {
    const [owner, ...members] = users
    await this.#server.newList(this.#listId, owner, members)
    if (this.random() < 0.3) this.#server.answerRows = 3
    // Derived from the seed, not random, so that the remembered seeds still find the same faults.
    if (this.seed % 8 === 7) this.#server.mostProducts = this.seed % 5
    if (this.#lists && this.seed % 9 === 3) this.#server.mostLists = 1 + (this.seed % 4)
    this.#watches.of(this.#listId)
    await this.#guests?.open()
    for (const seat of this.#seats) {
      await seat.open(this)
      await seat.open(this)
    }
    await this.#trials?.open()
    for (let i = 0; i < steps; i++) {
      this.now += Math.floor(this.random() * 2_000)
      await this.#step()
      await this.#settle()
      await this.#look()
    }
    await this.#heal()
    await this.#guests?.judge()
    await this.#judge()
    await this.#trials?.close()
    for (const seat of this.#seats) for (const { device } of seat.contexts) await device.db.close()
    return [...this.#watches.violations]
  }

  async #judge(): Promise<void> {
    const say = (what: string) => this.#say(what)
    const lists = new Map((await this.#server.lists()).map((list) => [list.id, list]))
    for (const listId of this.#watches.ids) {
      const list = lists.get(listId)
      const watch = this.#watches.of(listId)
      const isThere = list !== undefined && list.deleted_at === 0
      const members = isThere ? [list.owner_id, ...(await this.#server.members(listId))] : []
      // What an ended guest keeps is judged by `Guests`.
      const judged = this.#seats.filter((seat) => !this.#guests?.isOf(seat) || this.#guests.isThere(seat))
      const seats = judged.filter(({ userId }) => members.includes(userId))
      const others = judged.filter((seat) => !seats.includes(seat))
      if (isThere) await judge(this.#server, listId, seats, watch, this.#memory, say)
      await judgeGone(listId, isThere, others, watch, this.#memory, say)
    }
  }

  sealed(call: SyncCall): void {
    this.#sealedAt.set(call, this.now)
  }

  send(seat: Seat, context: Context, call: SyncCall): Promise<SyncReply> {
    if (isTrialId(seat.userId)) this.misbehaves('what was typed without an account was sent')
    if (!context.alive) return new Promise(() => undefined)
    const { session } = seat.phone
    if (session?.userId !== seat.userId) return Promise.reject(signedOut())
    // Between this look and the sending somebody else may sign in.
    const token = this.random() < 0.8 ? { ...session } : null
    return this.#network.send(seat, context, call, token, this.#sealedAt.get(call) ?? this.now)
  }

  refresh(seat: Seat): Promise<Refreshed> {
    const { session } = seat.phone
    const dice = this.random()
    if (this.#guests?.isOf(seat)) return this.#refreshGuest(seat, dice)
    if (session?.userId !== seat.userId) return Promise.resolve('no')
    if (dice < 0.3) return Promise.resolve('later')
    if (dice < 0.5) seat.phone.session = null
    else session.valid = true
    return Promise.resolve(dice < 0.5 ? 'no' : 'yes')
  }

  /** A guest cannot sign in again, so only the server ends the session. */
  async #refreshGuest({ phone, userId }: Seat, dice: number): Promise<Refreshed> {
    if (phone.session?.userId !== userId) return 'no'
    if (dice < 0.3) return 'later'
    const isThere = await this.#server.guests.refresh(userId, this.now)
    // Another guest may have come meanwhile.
    if (phone.session?.userId !== userId) return 'no'
    phone.session = isThere ? { userId, valid: true } : null
    return isThere ? 'yes' : 'no'
  }

  misbehaves(how: string): void {
    this.#watches.violations.add(`11 ${how}`)
  }

  async #step(): Promise<void> {
    const { flights } = this.#network
    const phone = pick(this.random, this.phones)
    // It may close pages and change who is there, so it comes first.
    await this.#guests?.step()
    const { seat } = phone
    if (this.#guests?.isOf(seat) && !this.#guests.mayType) return this.#afterGuest(seat)
    await this.#trials?.step(phone)
    const context = pick(this.random, seat.contexts)
    if (this.#leaves && this.#leaving() < 0.1) await this.#leaveAndReturn(seat, context)
    if (this.#losing && this.#losing() < 0.06) return this.#lose(seat, this.#losing)
    if (this.#losing && this.#losing() < 0.2) for (const { device } of seat.contexts) await device.db.settle()
    const { drain, timers } = context.device
    const { edit, network, drain: pull, timer, restart, storage, session } = this.#weather
    let dice = this.random() * Object.values(this.#weather).reduce((sum, weight) => sum + weight)
    const is = (weight: number) => (dice -= weight) < 0
    if (this.#lists) await this.#listStep(this.#lists, seat)
    if (is(edit)) await this.#edit(seat, context)
    else if (is(network))
      return flights.length > 0 ? this.#delivery.fly(pick(this.random, flights)) : undefined
    else if (is(pull)) {
      const listId = (await this.#lists?.any(seat)) ?? this.#listId
      void drain.dispatch(listId, { type: this.random() < 0.5 ? 'pull' : 'trigger' })
    } else if (is(timer)) timers.splice(0).forEach(({ run }) => run())
    else if (is(restart)) await this.#restart(seat, context)
    else if (is(storage)) await this.#storage(seat)
    else if (is(session)) await this.#session(phone)
    else await this.#operator.act()
  }

  /** What happens on the device of a guest whose session has ended, where nobody types. */
  async #afterGuest(seat: Seat): Promise<void> {
    const dice = this.random()
    if (seat.contexts.length < 2) return
    if (this.#losing && dice < 0.2) await this.#lose(seat, this.#losing)
    else if (dice < 0.4) await this.#restart(seat, pick(this.random, seat.contexts))
    else if (dice < 0.6)
      for (const { device } of seat.contexts) void device.drain.dispatch(this.#listId, { type: 'pull' })
  }

  /** What happens to the other lists beside everything else. */
  async #listStep(lists: Lists, seat: Seat): Promise<void> {
    if (lists.chance(0.08)) await lists.ask(seat)
    if (lists.chance(0.08)) await lists.land()
    if (lists.chance(0.04)) await lists.share(users)
    // A backup is soon without the newest lists.
    if (!this.#memory.restored && lists.chance(0.02))
      await (this.#server.backup ? this.#operator.restoreBackup() : this.#server.keepBackup())
  }

  #say(what: string): void {
    this.trace.push(what)
  }

  /** Waits for a few event loop turns or microtasks, so that anything may be half done afterwards. */
  async #aWhile(): Promise<void> {
    for (let turns = Math.floor(this.#leaving() * 12); turns > 0; turns--)
      if (this.#leaving() < 0.6) await Promise.resolve()
      else await new Promise((resolve) => setImmediate(resolve))
  }

  /** Leaves a page in the middle of sending, and shows it again. */
  async #leaveAndReturn(seat: Seat, { device }: Context): Promise<void> {
    this.#say(`${seat.name} left and shown again`)
    void device.drain.dispatch(this.#listId, { type: 'trigger', edit: true })
    await this.#aWhile()
    device.life.leave()
    await this.#aWhile()
    device.life.comeBack()
  }

  /**
   * Somebody types and may leave the page at once, for good or not. Returns the context they continue in.
   */
  async #type(seat: Seat, context: Context, parts: readonly ChangesOf[]): Promise<Context> {
    const { db, life } = context.device
    const isLeft = this.#leaves && this.#leaving() < 0.2
    // A field that loses the focus as the page is left is saved after the page has been left.
    const isLate = isLeft && this.#leaving() < 0.3
    if (isLate) life.leave()
    const written = db.appendTo(parts).catch(() => this.misbehaves('a change was not saved'))
    if (!isLeft) return written.then(() => context)
    if (!isLate) {
      await this.#aWhile()
      life.leave()
    }
    await this.#aWhile()
    const dice = this.#leaving()
    this.#say(`${seat.name} left it at once${dice < 0.5 ? ' for good' : ''}`)
    if (dice < 0.5) {
      await this.#restart(seat, context)
      return seat.contexts.at(-1)!
    }
    // Another page may have recovered the change in the meantime.
    if (dice < 0.75) for (const other of seat.contexts) if (other !== context) await other.device.db.recover()
    life.comeBack()
    await written
    return context
  }

  async #edit(seat: Seat, at: Context): Promise<void> {
    // A guest makes no list, and has no other one.
    if (this.#guests?.isOf(seat)) return this.#editList(seat, at, this.#listId)
    if (this.#lists?.chance(0.25)) return this.#write(seat, at, await this.#lists.act(seat, this.now))
    await this.#editList(seat, at, (await this.#lists?.pick(seat)) ?? this.#listId)
  }

  async #editList(seat: Seat, at: Context, listId: string): Promise<void> {
    if (this.#backing && this.#backing() < 0.1 && (await this.#bringBack(seat, at, listId, this.#backing)))
      return
    const { views } = this.#watches.of(listId).seen(seat)
    await this.#write(seat, at, [{ listId, changes: [this.#typist.change(seat, views)] }])
  }

  /**
   * Somebody brings a list back to a moment, by the history that the server has now, and sometimes takes that back at
   * once. Returns whether there was something to change.
   */
  async #bringBack(seat: Seat, at: Context, listId: string, random: () => number): Promise<boolean> {
    const log = await this.#server.history(listId, this.now)
    const watch = this.#watches.of(listId)
    const { views } = watch.seen(seat)
    if (log.length === 0) return false
    const since = log.slice(0, 1 + Math.floor(random() * Math.min(log.length, 12)))
    const products = new Map(views.map((view) => [view.id, view]))
    const newId = () => `b${++this.#backs}${seat.name}`
    const plan = bringBack(products, since, newId)
    for (const changes of random() < 0.3 ? [plan.changes, plan.undo] : [plan.changes]) {
      // An add that was never sent and its delete would both leave the outbox. Read anew for the undo of what waits.
      const unsent = watch.seen(seat).entries.filter(({ seq, sent }) => seq === null && !sent)
      const waits = new Set(unsent.map(({ rowId }) => rowId))
      if (changes.length === 0 || changes.some(({ rowId }) => waits.has(rowId))) return false
      for (const change of changes) {
        const name = change.op === 'add' ? change.value.productName : change.op === 'set' && change.value
        const names = this.#memory.names.get(change.rowId) ?? new Set()
        if (typeof name === 'string') this.#memory.names.set(change.rowId, names.add(name))
        if (change.op === 'set') this.#memory.broughtBack.add(`${change.rowId} ${change.field}`)
        if (change.op === 'add') this.#typist.knows(seat, change.rowId)
      }
      this.#say(`${seat.name} brings back ${changes.length}`)
      await this.#write(seat, at, [{ listId, changes }])
      if (!at.alive) return true
    }
    return true
  }

  /** Somebody does something, to one list or to several at once. */
  async #write(seat: Seat, at: Context, parts: readonly ChangesOf[]): Promise<void> {
    // Nobody types in two pages within one millisecond; the order of second copies rests on that.
    if (this.#losing) this.now++
    const waited = parts.map(({ listId }) => this.#watches.of(listId).seen(seat).entries)
    for (const { listId, changes } of parts)
      for (const change of changes) {
        const { op, rowId } = change
        const what = op === 'set' ? `${change.field} ${rowId} ${String(change.value)}` : `${op} ${rowId} `
        this.#say(`${seat.name} ${what}${this.#lists ? ` in ${listId}` : ''}`)
        if (op === 'delete' && isOfList(listId, change)) {
          this.#memory.unwanted.add(`${seat.name} ${listId}`)
          if (this.#memory.doubtful.has(listId)) this.#watches.of(listId).mayComeBack(seat)
        } else if (op === 'delete') {
          this.#watches.of(listId).deleted(seat, rowId)
          if (!this.#memory.doubtful.has(rowId)) this.#memory.deleted.set(rowId, seat)
        }
      }
    const { device } = await this.#type(seat, at, parts)
    let written = 0
    for (const [i, { listId }] of parts.entries())
      written += note(
        this.#memory,
        seat,
        { before: waited[i]!, after: (await this.#watches.of(listId).look(seat)).entries },
        () => this.now,
      )
    const all = parts.reduce((sum, { changes }) => sum + changes.length, 0)
    if (all > 1 && written !== all) this.#watches.violations.add('13 what is one thing was written in part')
    for (const { listId } of parts) void device.drain.dispatch(listId, { type: 'trigger', edit: true })
  }

  async #restart(seat: Seat, context: Context): Promise<void> {
    this.#say(`${seat.name} killed`)
    seat.kill(context)
    await seat.open(this)
  }

  async #storage(seat: Seat): Promise<void> {
    // What was moved would be half rolled back: no disk forgets one database and keeps the other.
    if (this.#trials?.isOf(seat)) return
    if (!seat.backup || this.random() < 0.3) return seat.keep()
    if (this.#memory.restored) return // the devices' data is now the only copy of what the server lost
    this.#say(`${seat.name} storage rolled back`)
    // Sometimes while contexts are in the middle of a call.
    const running = this.random() < 0.5
    if (!running) for (const context of seat.contexts) seat.kill(context)
    if (!running) for (let i = 0; i < 2; i++) await seat.open(this)
    await seat.rollBack()
    // Operations of the restored outbox that the server has, or will get, keep the order of the lost time.
    for (const listId of this.#watches.ids)
      for (const { op_id } of await this.#server.operations(listId)) seat.typed.delete(op_id)
    for (const flight of this.#network.flights)
      if (flight.seat === seat) for (const { opId } of flight.call.body.ops) this.#memory.outOfPlace.add(opId)
    for (const [id, by] of this.#memory.deleted) if (by === seat) this.#memory.deleted.delete(id)
    for (const { op, rowId } of await seat.db.outbox()) if (op === 'add') this.#memory.doubtful.add(rowId)
    await this.#forget(seat)
    // The person keeps typing while answers to forgotten operations are still under way.
    for (const context of seat.contexts) await this.#edit(seat, context)
  }

  /**
   * The storage forgets what it had reported as written, comes back empty, or is cleared under an open page. Nothing that
   * was typed may be lost by that.
   */
  async #lose(seat: Seat, losing: () => number): Promise<void> {
    // What was moved would be half lost, and after a restored backup of the server the devices have the only copy.
    if (this.#trials?.isOf(seat) || this.#memory.restored) return
    const dice = losing()
    if (dice < 0.3) {
      this.#say(`${seat.name} storage cleared under an open page`)
      this.#memory.forgetful.add(seat)
      await seat.clear(this.#listId)
    } else if (dice < 0.5 && !seat.image) {
      await seat.remember()
      return
    } else {
      const isAll = !seat.image || dice < 0.75
      this.#say(`${seat.name} storage ${isAll ? 'comes back empty' : 'lost its last writes'}`)
      // What stood in the tray is sent once more, behind what was typed after it.
      for (const { entry, hung } of await seat.db.tray())
        for (const { opId } of [entry, ...hung]) this.#memory.outOfPlace.add(opId)
      this.#memory.forgetful.add(seat)
      this.#forgetCancelled(seat)
      for (const context of seat.contexts) seat.kill(context)
      await seat.lose(isAll)
      for (let i = 0; i < 2; i++) await seat.open(this)
      // What was sealed since may be under way, and looks unsent again.
      const { doubtful } = this.#memory
      if (!isAll) for (const { op, rowId } of await seat.db.outbox()) if (op === 'add') doubtful.add(rowId)
    }
    await this.#forget(seat)
  }

  /**
   * An add and its delete that cancelled each other before either was sent leave nothing, and no second copy. A storage
   * that loses its last writes then has the add alone again, and no device can know better.
   */
  #forgetCancelled(seat: Seat): void {
    const { deleted, edits, served } = this.#memory
    const copied = new Set(seat.copies().map(({ entry }) => entry.rowId))
    for (const [id, by] of deleted) {
      const ops = edits.filter(({ rowId, field }) => rowId === id && (field === 'add' || field === 'delete'))
      if (by === seat && !copied.has(id) && !ops.some(({ opId }) => served.has(opId))) deleted.delete(id)
    }
  }

  async #session(phone: Phone): Promise<void> {
    const dice = this.random()
    if (phone === this.#guests?.phone) {
      if (phone.session) phone.session.valid = false
    } else if (dice < 0.3 && phone.session) phone.session.valid = false
    else if (dice < 0.4) phone.session = null
    else {
      const next = pick(this.random, phone.seats)
      if (next !== phone.seat && this.random() < 0.5) await this.#signOut(phone)
      this.#signIn(phone, next)
    }
  }

  async #signOut(phone: Phone): Promise<void> {
    this.#say(`${phone.seat.name} signs out`)
    phone.session = null
    await phone.seat.db.forget()
    // What only this device knew, nobody knows any more.
    for (const [id, { seat }] of this.#memory.known) if (seat === phone.seat) this.#memory.known.delete(id)
    await this.#forget(phone.seat)
  }

  /** The device has forgotten what it had shown. */
  async #forget(seat: Seat): Promise<void> {
    for (const watch of this.#watches.all) {
      watch.forget(seat)
      await watch.look(seat)
    }
  }

  #signIn(phone: Phone, seat: Seat): void {
    this.#say(`${seat.name} signs in`)
    phone.signIn(seat)
    for (const { device } of seat.contexts) void device.drain.token()
  }

  /** Waits until everything that needs no network has finished. */
  async #settle(): Promise<void> {
    const contexts = this.#seats.flatMap((seat) => seat.contexts)
    do await new Promise((resolve) => setImmediate(resolve))
    while (contexts.some(({ device, asking }) => device.drain.isBusy() && asking === 0))
    await new Promise((resolve) => setImmediate(resolve))
  }

  async #look(): Promise<void> {
    for (const seat of this.#seats) {
      const states = seat.contexts.flatMap(({ device }) => device.states.splice(0))
      // The device has lost all it knew.
      for (const { at, listId } of states) if (at === 'lost') this.#watches.of(listId).forget(seat)
      const changes = seat.contexts.flatMap(({ device }) => device.changes.splice(0))
      const all = changes.some(({ listId }) => listId === null)
      const touched = all ? this.#watches.ids : changes.map(({ listId }) => listId!)
      for (const listId of new Set(touched)) await this.#watches.of(listId).look(seat)
    }
  }

  /** The faults stop; draining must end within a bounded number of rounds. */
  async #heal(): Promise<void> {
    this.#server.maxOps = null
    for (const member of ['ben', 'cleo']) await this.#server.join(this.#listId, member)
    for (const seat of this.#trials?.owners ?? []) this.#signIn(seat.phone, seat)
    await this.#trials?.finish()
    for (let round = 0; round < 60; round++) {
      await this.#guests?.finish()
      for (const phone of this.phones) {
        if (phone !== this.#guests?.phone) this.#signIn(phone, phone.seats[round % phone.seats.length]!)
        else if (this.#guests.isThere(phone.seat)) this.#signIn(phone, phone.seat)
        else if (phone.seat.contexts.length === 0) continue
        for (const context of phone.seat.contexts) {
          const { drain, timers } = context.device
          // The person accepts the update.
          const ids = (await this.#lists?.idsAt(phone.seat)) ?? [this.#listId]
          if (ids.some((id) => drain.stateOf(id).at === 'outdated')) await this.#restart(phone.seat, context)
          timers.splice(0).forEach(({ run }) => run())
        }
        await this.#lists?.refresh(phone.seat)
        const ids = (await this.#lists?.idsAt(phone.seat)) ?? [this.#listId]
        for (const { device } of phone.seat.contexts)
          for (const id of ids) void device.drain.dispatch(id, { type: 'pull' })
      }
      await this.#settle()
      for (let calls = 0; this.#network.flights.length > 0; calls++) {
        if (calls > 500) return void this.#watches.violations.add('10 a device asks again and again')
        const [flight] = this.#network.flights
        if (!flight!.answer) await this.#delivery.serve(flight!, null)
        this.#network.land(flight!, flight!.answer!)
        await this.#settle()
      }
      await this.#look()
      if (await this.#isCalm()) return
    }
    this.#watches.violations.add('10 draining did not end')
  }

  async #isCalm(): Promise<boolean> {
    const { head } = await this.#server.list(this.#listId)
    for (const seat of this.#seats) {
      // Whoever has ended keeps what is there.
      if (this.#guests?.isOf(seat) && !this.#guests.isThere(seat)) continue
      const { stream, entries } = await seat.db.readList(this.#listId)
      if (entries.length > 0 || (stream?.cursor ?? 0) !== head) return false
      if (this.#lists && !(await this.#isCalmAt(seat))) return false
    }
    return true
  }

  /** The device has all lists of its account, whole, and no other. */
  async #isCalmAt(seat: Seat): Promise<boolean> {
    const heads = new Map((await this.#server.overview(seat.userId)).map((list) => [list.id, list.head]))
    const streams = await seat.db.streams()
    const isWhole = ({ listId, list, cursor }: (typeof streams)[number]) =>
      list !== null && heads.get(listId) === cursor
    return (await seat.db.outbox()).length === 0 && streams.length === heads.size && streams.every(isWhole)
  }
}
