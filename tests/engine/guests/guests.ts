import { guestMs } from '../../../server/lists/store/guest-rows.ts'
import type { Run } from '../operator.ts'
import { Phone, type Seat } from '../seat.ts'

/** Somebody who came by a link. */
interface Guest {
  seat: Seat
  /** of the link */
  code: string
  /** the server has ended the session and the membership */
  isEnded: boolean
  /** the operations that the server had applied by then, or when the guest removed everything */
  taken: Set<string>
  /** the guest has removed everything from the device */
  isErased: boolean
}

interface Hands extends Run {
  signIn: (phone: Phone, seat: Seat) => void
  /** the device shows nothing of what it has shown */
  forget: (seat: Seat) => Promise<void>
}

/**
 * A device of people without an account, who come by a link, one after the other. The owner or the time ends each of
 * them, or they leave. What they could not send stays on the device until they remove it; whoever joins again is new.
 */
export class Guests {
  readonly phone: Phone
  readonly #random: () => number
  readonly #hands: Hands
  readonly #all: Guest[] = []
  /** guests who left, of which the server has not heard yet */
  #unheard: Guest[] = []
  /** whose pages are still open although everything was removed */
  #late: Guest[] = []
  #links = 0
  #isRestored = false

  constructor(random: () => number, clock: number, hands: Hands) {
    this.#random = random
    this.#hands = hands
    this.phone = new Phone('G', clock, [this.#newId(1)])
  }

  #newId(number: number): string {
    return `guest${number}x${this.#hands.world.seed}`
  }

  /** The first guest comes. */
  async open(): Promise<void> {
    const { server } = this.#hands
    await this.#join(this.phone.seat)
    server.guests.meanwhile = async () => {
      if (this.#random() < 0.2) await this.#revoke()
    }
  }

  get #current(): Guest {
    return this.#all.at(-1)!
  }

  /** Returns whether the guest who came last has not seen the end yet. */
  get mayType(): boolean {
    return !this.#current.isErased && this.phone.session?.userId === this.#current.seat.userId
  }

  /** Returns whether the guest on this device has not ended, neither on the server nor here. */
  isThere(seat: Seat): boolean {
    return this.#all.some((guest) => guest.seat === seat && !guest.isEnded && !guest.isErased)
  }

  isOf(seat: Seat): boolean {
    return seat.phone === this.phone
  }

  async step(): Promise<void> {
    // Before anybody joins anew.
    await this.#endRestored()
    const dice = this.#random()
    if (dice < 0.03) await this.#revoke()
    else if (dice < 0.1) await this.#endOverdue()
    if (this.#random() < 0.3) await this.#hear()
    if (this.#random() < 0.5) this.#closeLate()
    // Any other call of the page, or its event stream, may be the first to hear of the end.
    if (this.mayType && this.#current.isEnded && this.#random() < 0.15) this.phone.session = null
    if (this.mayType && dice > 0.992) await this.#leave()
    else if (!this.mayType && dice > 0.6) await this.#afterwards()
    await this.#check()
  }

  /** The faults stop; the server hears of everybody who left, and ends those whose link is over by now. */
  async finish(): Promise<void> {
    this.#hands.server.guests.meanwhile = null
    await this.#endRestored()
    await this.#endOverdue()
    await this.#hear()
    this.#closeLate()
    await this.#check()
  }

  async judge(): Promise<void> {
    await this.#check()
    for (const guest of this.#all) {
      if (guest.isEnded && !guest.isErased) await this.#judgeHeld(guest)
      if (!guest.isErased) continue
      const { seat } = guest
      await this.#judgeErased(seat)
      // A page that is opened later brings nothing back.
      await seat.open(this.#hands.world)
      await this.#judgeErased(seat)
      await seat.db.close()
    }
  }

  #fail(what: string, about: unknown): void {
    this.#hands.watches.violations.add(`17 ${what}`)
    this.#hands.say(`17 ${what}: ${JSON.stringify(about)}`)
  }

  async #join(seat: Seat): Promise<void> {
    const { server, listId, world, say } = this.#hands
    const last = this.#all.at(-1)
    let code = last?.code ?? ''
    if (!(await server.guests.isOpen(code, world.now))) {
      code = `link${++this.#links}x${world.seed}`
      // Some links end by themselves while the simulation runs.
      const age = this.#random() < 0.4 ? guestMs - Math.floor(this.#random() * 60_000) - 1 : 0
      const permission = this.#random() < 0.7 ? 'edit' : 'shopping'
      await server.guests.newLink(listId, code, permission, world.now - age)
    }
    say(`${seat.name} joins by ${code}`)
    await server.guests.join(seat.userId, code, world.now)
    this.#all.push({ seat, code, isEnded: false, taken: new Set(), isErased: false })
  }

  /** After the end: the guest removes everything, or comes again, perhaps without removing anything. */
  async #afterwards(): Promise<void> {
    const { isErased } = this.#current
    if (!isErased && this.#random() < 0.7) return this.#remove(this.#current)
    const { phone, world, signIn } = { phone: this.phone, ...this.#hands }
    const seat = phone.seat.beside(this.#newId(this.#all.length + 1))
    await this.#join(seat)
    phone.seats.push(seat)
    for (let i = 0; i < 2; i++) await seat.open(world)
    const remains = await seat.remains()
    if (remains.length > 0) this.#fail('a guest does not begin with an empty device', remains)
    signIn(phone, seat)
  }

  /** The owner revokes the link of the guest who came last. */
  async #revoke(): Promise<void> {
    const { server, listId, world, say } = this.#hands
    const { code } = this.#current
    say(`${code} is revoked`)
    await server.guests.revoke(listId, code, world.now)
    for (const guest of this.#all) if (guest.code === code) await this.#ended(guest)
  }

  async #endOverdue(): Promise<void> {
    const { server, world } = this.#hands
    await server.guests.endOverdue(world.now)
    for (const guest of this.#all)
      if (!(await server.guests.isOpen(guest.code, world.now))) await this.#ended(guest)
  }

  /** A restored backup knows nothing of whoever joined since, and all its links are revoked. */
  async #endRestored(): Promise<void> {
    if (!this.#hands.memory.restored || this.#isRestored) return
    this.#isRestored = true
    for (const guest of this.#all) await this.#ended(guest)
  }

  async #ended(guest: Guest): Promise<void> {
    if (guest.isEnded) return
    this.#hands.say(`${guest.seat.name} has ended`)
    guest.isEnded = true
    guest.taken = await this.#applied(guest)
  }

  /** The guest ends the visit. The server hears of it later. */
  async #leave(): Promise<void> {
    this.#hands.say(`${this.#current.seat.name} leaves`)
    this.#unheard.push(this.#current)
    await this.#remove(this.#current)
  }

  async #hear(): Promise<void> {
    const { server, listId, world } = this.#hands
    for (const guest of this.#unheard) {
      await server.guests.left(listId, guest.seat.userId, world.now)
      await this.#ended(guest)
    }
    this.#unheard = []
  }

  /** As src/guest/guest.ts does in one page, while another page or the worker is in the middle of something. */
  async #remove(guest: Guest): Promise<void> {
    const { seat } = guest
    await this.#judgeHeld(guest)
    const waits = (await seat.db.outbox()).length + (await seat.db.tray()).length
    this.#hands.say(`${seat.name} removes everything, and ${waits} that waited`)
    this.phone.session = null
    const [page, other] = seat.contexts
    await page!.device.db.forget()
    seat.kill(page!)
    const looking = this.#aWhile().then(() => other?.device.db.recover())
    await Promise.all([this.#aWhile().then(() => seat.erase()), looking])
    guest.isErased = true
    await this.#judgeErased(seat)
    await this.#hands.forget(seat)
    this.#late.push(guest)
    if (this.#random() < 0.5) this.#closeLate()
  }

  /** The pages hear that the session is over. */
  #closeLate(): void {
    for (const { seat } of this.#late) {
      for (const context of seat.contexts) seat.kill(context)
      this.phone.seats.splice(this.phone.seats.indexOf(seat), 1)
    }
    this.#late = []
  }

  async #aWhile(): Promise<void> {
    for (let turns = Math.floor(this.#random() * 10); turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve))
  }

  /** The operations that the server has applied under the guest's account. */
  async #applied({ seat }: Guest): Promise<Set<string>> {
    const { server, listId } = this.#hands
    const own = (await server.clients(listId)).filter(({ account_id }) => account_id === seat.userId)
    const clients = new Set(own.map(({ client_id }) => client_id))
    const operations = await server.operations(listId)
    const applied = operations.filter((o) => o.status === 'applied' && clients.has(o.client_id))
    return new Set(applied.map(({ op_id }) => op_id))
  }

  /** Whatever happens, nothing more of an ended guest is applied, and nothing of what was is lost. */
  async #check(): Promise<void> {
    const { memory } = this.#hands
    for (const guest of this.#all) {
      if (!guest.isEnded) continue
      const applied = await this.#applied(guest)
      const late = [...applied].filter((opId) => !guest.taken.has(opId))
      if (late.length > 0) this.#fail('an operation of an ended guest was applied', late)
      const lost = [...guest.taken].filter((opId) => !applied.has(opId) && !memory.undone.has(opId))
      if (lost.length > 0) this.#fail('what a guest had sent is gone', lost)
    }
  }

  /** What the guest typed is on the server, or still on the device. */
  async #judgeHeld({ seat }: Guest): Promise<void> {
    const { server, listId, memory, watches } = this.#hands
    const { contested } = watches
    const byId = new Map((await server.operations(listId)).map((o) => [o.op_id, o]))
    const items = await seat.db.tray()
    const here = [...(await seat.db.outbox()), ...items.flatMap(({ entry, hung }) => [entry, ...hung])]
    const kept = new Set(here.map(({ opId }) => opId))
    for (const edit of seat.typedIn(listId)) {
      if (kept.has(edit.opId) || memory.undone.has(edit.opId)) continue
      const { status } = byId.get(edit.opId) ?? {}
      if (memory.restored && contested.has(edit.rowId)) continue
      const isDone = status === 'applied' || (status === 'stale' && edit.field === 'productStatus')
      if (!isDone) this.#fail('what a guest typed is neither on the server nor on the device', edit)
    }
    // A delete that waits here for ever leaves its product.
    const rows = new Set(here.map(({ rowId }) => rowId))
    for (const [id, by] of memory.deleted) if (by === seat && rows.has(id)) memory.deleted.delete(id)
  }

  async #judgeErased(seat: Seat): Promise<void> {
    const remains = await seat.remains()
    if (remains.length > 0) this.#fail('something is left of a guest who removed everything', remains)
  }
}
