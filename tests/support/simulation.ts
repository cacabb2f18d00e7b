import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import type { Field } from '../../core/entities.ts'
import { project } from '../../core/mutation.ts'
import type { SyncCall, SyncReply } from '../../core/replica.ts'
import { Unreachable } from '../../device/failures.ts'
import type { Typed } from '../../device/db.ts'
import { testDevice, type TestDevice } from './device.ts'
import { pick, seeded } from './random.ts'
import type { SimServer } from './sim-server.ts'

/** A call somewhere between a device and the server. */
interface Flight {
  phone: Phone
  call: SyncCall
  resolve: (reply: SyncReply) => void
  reject: (error: unknown) => void
  /** the server has answered, the answer is under way */
  answer?: { reply: SyncReply } | { error: unknown }
  /** the context that asked was killed: nobody hears the answer */
  dead?: boolean
}

/** One person's device with two contexts, page and worker, on one storage and without a lock. */
class Phone {
  contexts: TestDevice[] = []
  /** operation id → when it was typed, as a number that only grows */
  typed = new Map<string, number>()
  cursor = 0
  versions = new Map<string, number>()
  gone = new Set<string>()
  backup: StorageImage | null = null
  readonly #storage = new IDBFactory()
  readonly userId: string
  readonly name: string
  #births = 0
  constructor(name: string, userId: string) {
    this.name = name
    this.userId = userId
  }

  /** A context of this device, its database opened on the device's own storage. */
  async open(sim: Simulation): Promise<TestDevice> {
    globalThis.indexedDB = this.#storage
    const context: TestDevice = testDevice((call) => sim.send(this, context, call), {
      userId: this.userId,
      name: `${this.name}${++this.#births}x${sim.seed}`,
      now: () => sim.now,
      random: sim.random,
    })
    await context.db.streams()
    return context
  }

  /** Notes what the storage holds, or puts it back, as a restored device backup or a lost write-ahead log would. */
  async keep(): Promise<void> {
    globalThis.indexedDB = this.#storage
    this.backup = await readStorage(this.userId)
  }

  async rollBack(sim: Simulation, running: boolean): Promise<void> {
    if (!this.backup) return
    if (!running) for (const context of this.contexts) await context.db.close()
    globalThis.indexedDB = this.#storage
    await writeStorage(this.userId, this.backup)
    // What it remembers of later is gone with the storage; what the server has of it stays.
    this.typed.clear()
    this.cursor = 0
    this.versions.clear()
    this.gone.clear()
    if (!running) this.contexts = [await this.open(sim), await this.open(sim)]
    for (const entry of await this.contexts[0]!.db.outbox()) this.typed.set(entry.opId, entry.n)
  }
}

type StorageImage = Record<string, unknown[]>
const storeNames = ['rows', 'outbox', 'tray', 'streams', 'kv'] as const

async function readStorage(userId: string): Promise<StorageImage> {
  const db = await openDB(`account:${userId}`)
  const image = Object.fromEntries(
    await Promise.all(storeNames.map(async (name) => [name, await db.getAll(name)])),
  )
  db.close()
  return image as StorageImage
}

async function writeStorage(userId: string, image: StorageImage): Promise<void> {
  const db = await openDB(`account:${userId}`)
  const tx = db.transaction(storeNames, 'readwrite')
  for (const name of storeNames) {
    await tx.objectStore(name).clear()
    for (const value of image[name] ?? []) if (name !== 'kv') await tx.objectStore(name).put(value)
  }
  await tx.done
  db.close()
}

const edited: readonly Field[] = ['productName', 'price', 'productStatus', 'quantity', 'shop']

/** Runs devices against the real server transaction over a network that loses, doubles and delays. */
export class Simulation {
  now = 1_000_000
  readonly seed: number
  readonly random: () => number
  readonly listId: string
  readonly phones: Phone[]
  readonly violations: string[] = []
  readonly #server: SimServer
  #flights: Flight[] = []
  #killed = new Set<TestDevice>()
  #count = 0
  /** product → every name ever typed for it */
  readonly names = new Map<string, Set<string>>()
  readonly trace: string[] = []

  constructor(seed: number, server: SimServer) {
    this.seed = seed
    this.random = seeded(seed)
    this.#server = server
    this.listId = `list-${seed}`
    this.phones = [new Phone('A', 'anna'), new Phone('B', 'anna'), new Phone('C', 'ben')]
  }

  send(phone: Phone, context: TestDevice, call: SyncCall): Promise<SyncReply> {
    if (this.#killed.has(context)) return new Promise(() => undefined)
    return new Promise((resolve, reject) => this.#flights.push({ phone, call, resolve, reject }))
  }

  async run(steps: number): Promise<string[]> {
    await this.#server.newList(this.listId)
    for (const phone of this.phones) phone.contexts = [await phone.open(this), await phone.open(this)]
    for (let i = 0; i < steps; i++) {
      this.now += Math.floor(this.random() * 2_000)
      await this.#step()
      await this.#settle()
      await this.#look()
    }
    await this.#heal()
    await this.#judge()
    for (const phone of this.phones) for (const context of phone.contexts) await context.db.close()
    return this.violations
  }

  async #step(): Promise<void> {
    const dice = this.random()
    const phone = pick(this.random, this.phones)
    const context = pick(this.random, phone.contexts)
    if (dice < 0.45) await this.#edit(phone, context)
    else if (dice < 0.85 && this.#flights.length > 0) await this.#network()
    else if (dice < 0.93)
      void context.drain.dispatch(this.listId, { type: this.random() < 0.5 ? 'pull' : 'trigger' })
    else if (dice < 0.96) context.timers.splice(0).forEach(({ run }) => run())
    else if (dice < 0.97) await this.#kill(phone, context)
    else if (!phone.backup) await phone.keep()
    else await this.#rollBack(phone)
  }

  async #edit(phone: Phone, context: TestDevice): Promise<void> {
    const { rows, entries } = await context.db.readList(this.listId)
    const shown = project(rows, entries)
    const number = ++this.#count
    const dice = this.random()
    let change: Typed
    if (shown.length === 0 || dice < 0.4) {
      const id = `p-${this.seed}-${number}`
      this.names.set(id, new Set([`n${number}`]))
      change = {
        op: 'add',
        productId: id,
        value: { productName: `n${number}`, quantity: 1, unit: 'pcs', productStatus: false },
      }
    } else if (dice < 0.9) {
      const product = pick(this.random, shown)
      const field = pick(this.random, edited)
      const values = {
        productName: `n${number}`,
        price: number,
        quantity: number,
        shop: `s${number}`,
      } as Record<string, string | number>
      const value = field === 'productStatus' ? !product.productStatus : values[field]!
      if (field === 'productName') this.names.get(product.id)?.add(`n${number}`)
      change = { op: 'set', productId: product.id, field, value }
    } else change = { op: 'delete', productId: pick(this.random, shown).id }
    this.trace.push(
      `${phone.name} ${change.op} ${change.productId} ${'field' in change ? `${change.field}=${String(change.value)}` : ''}`,
    )
    const before = await context.db.outbox()
    await context.db.append(this.listId, [change])
    const after = await context.db.outbox()
    // Coalesced: its effect lives on in a newer operation.
    const left = new Set(after.map((entry) => entry.opId))
    for (const { opId } of before) if (!left.has(opId)) phone.typed.delete(opId)
    for (const entry of after) if (!phone.typed.has(entry.opId)) phone.typed.set(entry.opId, entry.n)
    // 5: a person sees their own edit at once
    const now = await context.db.readList(this.listId)
    const view = project(now.rows, now.entries).find((p) => p.id === change.productId)
    if (change.op === 'delete' ? view : !view) this.violations.push(`5 own ${change.op} is not shown`)
    if (change.op === 'set' && view && change.field in view && view[change.field as 'price'] !== change.value)
      this.violations.push(`5 own value of ${change.field} is not shown`)
    void context.drain.dispatch(this.listId, { type: 'trigger', edit: true })
  }

  async #network(): Promise<void> {
    const flight = pick(this.random, this.#flights)
    const dice = this.random()
    if (flight.answer) return this.#land(flight, dice < 0.15)
    if (dice < 0.12) return this.#land(flight, true) // lost on its way to the server
    await this.#serve(flight)
    if (dice < 0.24) await this.#serve(flight) // doubled
    if (dice < 0.4)
      this.#land(flight, true) // the answer is lost
    else if (dice < 0.85) this.#land(flight, false)
    // else the answer comes late
  }

  async #serve(flight: Flight): Promise<void> {
    try {
      flight.answer = {
        reply: await this.#server.handle(flight.phone.userId, flight.call, this.now, this.random),
      }
    } catch (error) {
      flight.answer = { error }
    }
  }

  #land(flight: Flight, lost: boolean): void {
    this.#flights = this.#flights.filter((other) => other !== flight)
    if (lost || !flight.answer) flight.reject(new Unreachable('lost'))
    else if ('reply' in flight.answer) flight.resolve(flight.answer.reply)
    else flight.reject(flight.answer.error)
  }

  async #rollBack(phone: Phone): Promise<void> {
    // Sometimes under the feet of contexts that are in the middle of a call.
    const running = this.random() < 0.5
    if (!running) {
      for (const context of phone.contexts) this.#killed.add(context)
      this.#flights = this.#flights.filter((flight) => flight.phone !== phone)
    }
    this.trace.push(`${phone.name} storage rolled back`)
    await phone.rollBack(this, running)
  }

  async #kill(phone: Phone, context: TestDevice): Promise<void> {
    this.#killed.add(context)
    this.trace.push(`${phone.name} kill`)
    phone.contexts = [...phone.contexts.filter((other) => other !== context), await phone.open(this)]
  }

  /** Lets everything that needs no network come to rest. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const before = this.#flights.length
      const states = this.phones.map((p) => p.contexts.map((c) => c.states.length)).join()
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      const same =
        before === this.#flights.length &&
        states === this.phones.map((p) => p.contexts.map((c) => c.states.length)).join()
      quiet = same ? quiet + 1 : 0
    }
  }

  /** 6, 8, 9: cursors and versions only grow, and what is deleted stays so. */
  async #look(): Promise<void> {
    for (const phone of this.phones) {
      const { stream, rows } = await phone.contexts[0]!.db.readList(this.listId)
      if (stream && stream.cursor < phone.cursor) this.violations.push(`6 cursor of ${phone.name} went back`)
      phone.cursor = stream?.cursor ?? phone.cursor
      for (const row of rows) {
        const before = phone.versions.get(row.id) ?? 0
        if (row.ver < before) this.violations.push(`6 row ${row.id} went back on ${phone.name}`)
        phone.versions.set(row.id, row.ver)
        if (row.deleted) phone.gone.add(row.id)
        else if (phone.gone.has(row.id)) this.violations.push(`9 ${row.id} came back on ${phone.name}`)
      }
      for (const context of phone.contexts)
        for (const failure of context.failures.splice(0))
          this.violations.push(`0 a device failed: ${String(failure)}`)
    }
  }

  /** The faults stop; draining must end within a bounded number of rounds. */
  async #heal(): Promise<void> {
    for (let round = 0; round < 60; round++) {
      for (const phone of this.phones)
        for (const context of phone.contexts) {
          context.timers.splice(0).forEach(({ run }) => run())
          void context.drain.dispatch(this.listId, { type: 'pull' })
        }
      await this.#settle()
      while (this.#flights.length > 0) {
        const [flight] = this.#flights
        if (!flight!.answer) await this.#serve(flight!)
        this.#land(flight!, false)
        await this.#settle()
      }
      await this.#look()
      if (await this.#isCalm()) return
    }
    this.violations.push('10 draining did not end')
  }

  async #isCalm(): Promise<boolean> {
    const [list] = await this.#server.db
      .selectFrom('list')
      .select('head')
      .where('id', '=', this.listId)
      .execute()
    for (const phone of this.phones) {
      const { stream, entries } = await phone.contexts[0]!.db.readList(this.listId)
      if (entries.length > 0 || stream?.cursor !== list?.head) return false
    }
    return true
  }

  async #judge(): Promise<void> {
    const server = await this.#server.products(this.listId)
    const living = server.filter((p) => p.deleted_at === 0)
    // 1: all devices show what the server has
    const picture = (p: {
      id: string
      name: string
      price: number
      bought: number
      quantity: number
      shop: string
    }) => [p.id, p.name, p.price, p.bought, p.quantity, p.shop].join('|')
    const truth = living.map(picture).toSorted().join('\n')
    for (const phone of this.phones) {
      const { rows, entries } = await phone.contexts[0]!.db.readList(this.listId)
      const shown = project(rows, entries).map((p) =>
        picture({
          id: p.id,
          name: p.productName,
          price: Math.round(p.price * 100),
          bought: p.productStatus ? 1 : 0,
          quantity: p.quantity * 100,
          shop: p.shop_name,
        }),
      )
      if (shown.toSorted().join('\n') !== truth)
        this.violations.push(`1 ${phone.name} differs from the server`)
    }
    const operations = await this.#server.operations(this.listId)
    const byId = new Map(operations.map((operation) => [operation.op_id, operation]))
    // 2: every version was taken by one operation, once
    const [list] = await this.#server.db
      .selectFrom('list')
      .select('head')
      .where('id', '=', this.listId)
      .execute()
    const taken = new Set(operations.filter((o) => o.status === 'applied' && o.ver > 0).map((o) => o.ver))
    if (taken.size !== list?.head)
      this.violations.push(`2 ${list?.head} versions by ${taken.size} operations`)
    for (const phone of this.phones) {
      const tray = await phone.contexts[0]!.db.tray()
      const trayIds = new Set(tray.flatMap((item) => [item.opId, ...item.hung.map((e) => e.opId)]))
      // 2, 4: once each, and in the order typed
      const applied = [...phone.typed].filter(([opId]) => byId.get(opId)?.status === 'applied')
      const versions = applied.toSorted((a, b) => a[1] - b[1]).map(([opId]) => byId.get(opId)!)
      const order = versions.filter((o) => o.ver > 0 && !this.#isOldDelete(o, server)).map((o) => o.ver)
      if (order.some((ver, i) => i > 0 && ver < order[i - 1]!))
        this.violations.push(`4 ${phone.name} out of order`)
      for (const opId of phone.typed.keys())
        if (!byId.has(opId) && !trayIds.has(opId)) this.violations.push(`3 ${opId} got lost`)
      // 3: what was refused is in the tray, unless it was a tick that somebody overtook
      for (const [opId] of phone.typed) {
        const operation = byId.get(opId)
        if (operation?.status === 'rejected' && !trayIds.has(opId))
          this.violations.push(`3 ${opId} was refused silently`)
      }
    }
    // 3: every name that survives was typed for that product, and every added product that was sent exists once
    for (const product of server)
      if (!this.names.get(product.id)?.has(product.name))
        this.violations.push(`3 ${product.id} has a name nobody typed`)
  }

  /** A delete of what was deleted already is recorded with the older version. */
  #isOldDelete(
    operation: { ver: number; op_id: string },
    server: { ver: number; deleted_at: number }[],
  ): boolean {
    return server.some((product) => product.deleted_at > 0 && product.ver === operation.ver)
  }
}
