import { isOfList, writtenBy } from '../../core/sync/change.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import type { AccountDb } from '../../device/storage/db.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'
import { move, placeOf } from '../../device/storage/moving.ts'
import { type Memory, note } from './judging/memory.ts'
import type { Watches } from './judging/watch.ts'
import type { Context, Phone, Seat, World } from './seat.ts'
import type { Typist } from './typist.ts'

/** What the simulation does for the people who have no account yet. */
export interface Hands {
  world: World
  plain: boolean
  currencies: boolean
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
export interface Waiting {
  entry: Entry
  /** by the simulation's true clock */
  at: number
  /** infinite as long as it is only noted down at the side */
  n: number
}

/** A place on a device without an account, and the account that it moves into. */
export interface Trial {
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

export function fail({ watches, say }: Hands, what: string, about: unknown): void {
  watches.violations.add(`16 ${what}`)
  say(`16 ${what}: ${JSON.stringify(about)}`)
}

/** What was noted down at the side gets its number once it is written. */
export async function numberWritten({ place, waiting }: Trial): Promise<void> {
  for (const { opId, n } of await place.stored()) {
    const one = waiting.get(opId)
    if (one) one.n = n
  }
}

/** Moves what was typed without an account into one; what came over counts as typed in the account. */
export class Moves {
  readonly #random: () => number
  readonly #hands: Hands
  /** what was ever typed for each product, by people without an account */
  readonly #names: Memory['names']
  /** what other pages do between two transactions of a move */
  readonly #meanwhile: (trial: Trial) => Promise<void>
  #turn: Promise<void> = Promise.resolve()
  constructor(
    random: () => number,
    hands: Hands,
    names: Memory['names'],
    meanwhile: (trial: Trial) => Promise<void>,
  ) {
    this.#random = random
    this.#hands = hands
    this.#names = names
    this.#meanwhile = meanwhile
  }

  /** One page moves everything, or two at once. `calm`: nothing gets in the way. */
  async move(trial: Trial, calm = false): Promise<void> {
    const { place, owner, timesLeft } = trial
    const pages = calm || this.#random() < 0.6 ? [0] : [0, 1]
    const ends = await Promise.all(
      pages.map((i) => this.#moveIn(trial, place.contexts[i]!, owner.contexts[i]!, calm)),
    )
    // Nor is a second copy left that would come again.
    if (ends.includes('closed') || trial.timesLeft !== timesLeft) return
    const left = [...trial.waiting.values(), ...(await place.stored()), ...place.copies()]
    if (left.length > 0) fail(this.#hands, 'a move left something behind', left)
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
    const turn: Turn = async (run, isLast = false) => {
      const release = await this.#lock()
      try {
        if (!calm && !isLast) await this.#meanwhile(trial)
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

  /** What came into the account counts as typed there, in this moment. */
  async #arrived(trial: Trial, { last, isDone }: Taking): Promise<void> {
    const { owner, waiting, ever } = trial
    const { memory, watches, typist } = this.#hands
    await numberWritten(trial)
    const came = new Map<string, number>()
    for (const entry of await owner.stored()) {
      const { opId, n } = entry
      if (!ever.has(opId) || ever.get(opId) === n) continue
      if (came.has(opId) || !waiting.has(opId)) fail(this.#hands, 'something came a second time', entry)
      came.set(opId, n)
      ever.set(opId, n)
    }
    // A page that was closed may have written all of it.
    const until = isDone || came.size > 0 ? last : 0
    const over = [...waiting.values()].filter(({ n }) => n <= until).toSorted((a, b) => a.n - b.n)
    if (over.length === 0) return
    const places = over.flatMap(({ entry }) => came.get(entry.opId) ?? [])
    if (places.some((n, i) => n < places[i - 1]!)) fail(this.#hands, 'what was moved is not in order', over)
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
        fail(this.#hands, 'what was typed without an account did not come over', entry)
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

/** Whether all that was set is set again. */
function standsFor(later: Extract<Entry, { op: 'set' }>, entry: Extract<Entry, { op: 'set' }>): boolean {
  const again = writtenBy(later).map(([field]) => field)
  return writtenBy(entry).every(([field]) => again.includes(field))
}

/** Whether something that was typed later makes a change needless. */
export function isStoodFor(entry: Entry, earlier: readonly Entry[], later: readonly Entry[]): boolean {
  const { op, rowId, listId } = entry
  if (op === 'delete' && earlier.some((one) => one.op === 'add' && one.rowId === rowId)) return true
  return later.some((one) => {
    if (one.listId !== listId) return false
    if (one.op === 'delete') return one.rowId === rowId || isOfList(listId, one)
    return one.op === 'set' && op === 'set' && one.rowId === rowId && standsFor(one, entry)
  })
}

/** Runs one step of a move. `isLast`: what is typed from here on stays for the next move. */
type Turn = <T>(run: () => Promise<T>, isLast?: boolean) => Promise<T>

/** Both places as one page has them; each call waits for its turn. */
function pagesOf(trial: AccountDb, account: AccountDb, turn: Turn, taking: Taking): Parameters<typeof move> {
  const ownWins = (_key: string, _moved: unknown, own: unknown) => own
  const [from, to] = [placeOf(trial), placeOf(account)]
  return [
    {
      ...from,
      recover: () => turn(() => from.recover()),
      belongings: (since) => turn(() => from.belongings(since)),
      empty: (what) => turn(() => from.empty(what)),
      settle: () => turn(() => from.settle(), true),
    },
    {
      ...to,
      recover: () => turn(() => to.recover()),
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
