import { projectList } from '../../core/sync/list-row.ts'
import { type Entry, project } from '../../core/sync/mutation.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'
import { pick, seeded } from '../support/random.ts'
import { Lister, type Shown } from './lister.ts'
import type { Memory } from './judging/memory.ts'
import { fail, type Hands, isStoodFor, Moves, numberWritten, type Trial } from './moves.ts'
import type { Phone, Seat } from './seat.ts'
import { Typist } from './typist.ts'

/** The accounts' own names and numbers begin at 1. */
const firstNumber = 500

/**
 * People who use the app without an account, on devices where they have one too, and move what they typed into it: whole
 * or broken off, in two pages at once, while they go on typing in both.
 */
export class Trials {
  readonly #random: () => number
  readonly #hands: Hands
  readonly #trials: Trial[]
  /** what was ever typed for each product, by people without an account */
  readonly #names: Memory['names'] = new Map()
  readonly #typist: Typist
  readonly #lister: Lister
  readonly #moves: Moves

  constructor(random: () => number, phones: readonly Phone[], hands: Hands) {
    this.#random = random
    this.#hands = hands
    const { seed } = hands.world
    const money = hands.currencies ? seeded(seed ^ 0xc0175) : null
    const memory = { names: this.#names }
    this.#typist = new Typist(
      random,
      hands.plain ? null : seeded(~seed ^ 0x7a1a15),
      memory,
      null,
      firstNumber,
    )
    this.#lister = new Lister(random, money, memory, seed, firstNumber)
    this.#moves = new Moves(random, hands, this.#names, (trial) => this.#meanwhile(trial))
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
        if (phone.session?.userId === trial.owner.userId) await this.#moves.move(trial)
      } else await this.#other(trial, this.#random())
      for (const opId of trial.waiting.keys())
        if (this.#hands.memory.served.has(opId)) fail(this.#hands, 'the server has what was not moved', opId)
    }
  }

  /** Everything is moved, in peace. */
  async finish(): Promise<void> {
    for (const trial of this.#trials) {
      await this.#comeBack(trial)
      await this.#moves.move(trial, true)
    }
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
    await numberWritten(trial)
    await place.db.tidy()
    const there = new Set((await place.stored()).map(({ opId }) => opId))
    const inOrder = [...waiting.values()].toSorted((a, b) => a.n - b.n).map(({ entry }) => entry)
    for (const [i, entry] of inOrder.entries()) {
      if (there.has(entry.opId) || waiting.get(entry.opId)?.n === Infinity) continue
      waiting.delete(entry.opId)
      if (!isStoodFor(entry, inOrder.slice(0, i), inOrder.slice(i + 1)))
        fail(this.#hands, 'what was typed without an account is gone', entry)
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
    const noted = place.copies().map(({ entry }) => ({ ...entry, n: Infinity }) as Entry)
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
    if (byId.size !== count) fail(this.#hands, 'what was typed without an account was not kept', parts)
  }

  /** Between two transactions of a move other pages do something. */
  async #meanwhile(trial: Trial): Promise<void> {
    const dice = this.#random()
    if (dice < 0.12) await this.#type(trial)
    else if (dice < 0.24) await this.#other(trial, this.#random())
    else if (dice < 0.32) await this.#hands.edit(trial.owner, pick(this.#random, trial.owner.contexts))
  }
}
