import { IDBFactory } from 'fake-indexeddb'
import { openDB, unwrap } from 'idb'
import type { Entry } from '../../core/sync/mutation.ts'
import type { ProductSet } from '../../core/sync/change.ts'
import type { ListField, ListValue } from '../../core/product/list-fields.ts'
import type { Field, ProductValue } from '../../core/product/table.ts'
import type { FieldValue } from '../../core/product/fields.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import type { Refreshed } from '../../device/http.ts'
import { isMoveMark } from '../../device/storage/move-mark.ts'
import { isTrialId } from '../../device/trial.ts'
import { type Copy, createCopies, type Spare } from '../../device/storage/copies.ts'
import { createAccountDb } from '../../device/storage/db.ts'
import { createPageLife } from '../../device/storage/page-life.ts'
import type { Shown } from '../../device/storage/put-back.ts'
import { freshSpare, testDevice, type TestDevice } from '../support/device.ts'

/** What a person typed, as the simulation remembers it. */
export interface Edit {
  opId: string
  n: number
  listId: string
  rowId: string
  /** 'add' and 'delete' are not fields; they stand for the whole mutation */
  field: Field | ListField | 'add' | 'delete'
  /** for an add: the name, which is unique for a list and for a product that was typed */
  value?: FieldValue
  /** for an add: all its values */
  whole?: ProductValue | ListValue | undefined
  /** what was set together with it */
  also?: ProductSet['also']
  /** by the simulation's true clock */
  at: number
}

/** One context of a device: a page or a worker. */
export interface Context {
  device: TestDevice
  /** a killed context sends and receives nothing any more */
  alive: boolean
  /** the number of answers it waits for */
  asking: number
  connection?: IDBDatabase
}

export interface World {
  seed: number
  now: number
  random: () => number
  /** a call was made out; it is sent once the disk has it */
  sealed: (call: SyncCall) => void
  send: (seat: Seat, context: Context, call: SyncCall) => Promise<SyncReply>
  refresh: (seat: Seat) => Promise<Refreshed>
  /** reports that a page did something that is forbidden after it was left */
  misbehaves: (how: string) => void
}

/** A device: the account that is signed in, and a clock that may be wrong. */
export class Phone {
  readonly name: string
  readonly clock: number
  readonly seats: Seat[]
  /** the account whose token it holds, and whether the server still takes it */
  session: { userId: string; valid: boolean } | null
  seat: Seat
  constructor(name: string, clock: number, users: readonly string[]) {
    this.name = name
    this.clock = clock
    const storage = new IDBFactory()
    this.seats = users.map((userId) => new Seat(this, userId, storage))
    this.seat = this.seats[0]!
    this.session = { userId: this.seat.userId, valid: true }
  }

  signIn(seat: Seat): void {
    this.seat = seat
    this.session = { userId: seat.userId, valid: true }
  }
}

type StorageImage = Record<string, unknown[]>
const stores = ['rows', 'outbox', 'tray', 'streams', 'done'] as const
const nothing: StorageImage = {}

/** An account on a device: two contexts, page and worker, on one storage and without a lock. */
export class Seat {
  readonly phone: Phone
  readonly userId: string
  readonly name: string
  contexts: Context[] = []
  /** by operation id, without entries that a later edit of the same person replaced */
  typed = new Map<string, Edit>()
  backup: { image: StorageImage; copies: [string, string][]; typed: Map<string, Edit> } | null = null
  /** what the storage has if it loses its last writes */
  image: StorageImage | null = null
  readonly #storage: IDBFactory
  readonly #spare: Spare
  /** what its page shows while its storage is cleared */
  #shown: Shown | null = null
  #births = 0
  #beliefs = 0
  constructor(phone: Phone, userId: string, storage: IDBFactory, spare = freshSpare()) {
    this.phone = phone
    this.userId = userId
    this.name = `${phone.name}${userId}`
    this.#storage = storage
    this.#spare = spare
  }

  /** A place beside it in the same browser. */
  beside(userId: string): Seat {
    return new Seat(this.phone, userId, this.#storage, this.#spare)
  }

  typedIn(listId: string): Edit[] {
    return [...this.typed.values()].filter((edit) => edit.listId === listId)
  }

  get db() {
    return this.contexts[0]!.device.db
  }

  async open(world: World): Promise<void> {
    globalThis.indexedDB = this.#storage
    const context: Context = {
      alive: true,
      asking: 0,
      device: testDevice((call) => world.send(this, context, call), {
        userId: this.userId,
        name: `${this.name}${++this.#births}x${world.seed}`,
        now: () => world.now + this.phone.clock,
        random: world.random,
        // The browser's online flag is only a hint, and often wrong.
        online: () => ++this.#beliefs % 3 !== 0,
        refresh: () => world.refresh(this),
        prepare: (call) => world.sealed(call),
        spare: this.#spare,
        rests: isTrialId(this.userId),
        isUnsent: isMoveMark,
        shown: () => this.#shown ?? { outbox: [], tray: [], stream: undefined, rows: [], lists: [] },
      }),
    }
    const { db, life } = context.device
    const { follow } = life
    life.follow = (tx) => {
      if (life.away) world.misbehaves('a transaction began in a page that was left')
      follow(tx)
    }
    this.contexts = [...this.contexts.filter((other) => other.alive), context]
    await noteConnection(context)
    await db.recover()
  }

  kill(context: Context): void {
    context.alive = false
    context.asking = 0
    context.device.timers.length = 0
    this.contexts = this.contexts.filter((other) => other !== context)
  }

  /** The outbox as it is on the disk, also what a later change stands for. */
  async stored(): Promise<Entry[]> {
    globalThis.indexedDB = this.#storage
    const db = await openDB(`account:${this.userId}`)
    const outbox = (await db.getAll('outbox')) as Entry[]
    db.close()
    return outbox
  }

  /** The second copies of what was typed; those of what is answered may still stand. */
  copies(): Copy[] {
    return createCopies(this.userId, this.#spare, createPageLife(), () => 0).all()
  }

  #copied(): [string, string][] {
    const keys = Array.from({ length: this.#spare.length }, (_, i) => this.#spare.key(i) ?? '')
    return keys
      .filter((key) => key.startsWith(`copy:${this.userId}:`))
      .map((key) => [key, this.#spare.getItem(key) ?? ''])
  }

  async #read(names: readonly string[] = stores): Promise<StorageImage> {
    globalThis.indexedDB = this.#storage
    const db = await openDB(`account:${this.userId}`)
    const all = await Promise.all(names.map(async (name) => [name, await db.getAll(name)]))
    db.close()
    return Object.fromEntries(all) as StorageImage
  }

  /** Saves what a backup of the device has. */
  async keep(): Promise<void> {
    this.backup = { image: await this.#read(), copies: this.#copied(), typed: new Map(this.typed) }
  }

  /** From here on the storage reports writes as done that a restart will show to be lost. */
  async remember(): Promise<void> {
    this.image = await this.#read()
  }

  /** The whole device is restored from a backup: its second copies are as old as its storage. */
  async rollBack(): Promise<void> {
    if (!this.backup) return
    await this.#put(this.backup.image)
    for (const [key] of this.#copied()) this.#spare.removeItem(key)
    for (const [key, value] of this.backup.copies) this.#spare.setItem(key, value)
    // The device has forgotten all later edits; those that the server has stay there.
    const here = new Set((await this.db.outbox()).map((entry) => entry.opId))
    this.typed = new Map([...this.backup.typed].filter(([opId]) => here.has(opId)))
  }

  /** The storage loses its last writes, or everything. The second copies stay. */
  async lose(isAll: boolean): Promise<void> {
    await this.#put(isAll ? nothing : (this.image ?? nothing))
    this.image = null
  }

  /** The browser clears everything under an open page, which has what it shows in its memory. */
  async clear(listId: string): Promise<void> {
    this.#shown = { ...(await this.db.readDevice(listId, 'all')), lists: [] }
    await this.#put(nothing)
    for (const [key] of this.#copied()) this.#spare.removeItem(key)
    for (const context of this.contexts) context.connection?.close()
    for (const context of this.contexts) if (!context.device.life.away) await noteConnection(context)
    this.#shown = null
  }

  /** Removes everything of the account, in a place that no page shows, as `eraseAccount` in src/account/session/unsent.ts does. */
  async erase(): Promise<void> {
    globalThis.indexedDB = this.#storage
    const db = createAccountDb(this.userId, {
      newId: () => `${this.name}-${++this.#births}`,
      now: () => 0,
      changed: () => undefined,
      spare: this.#spare,
      life: createPageLife(),
    })
    await db.erase().finally(() => db.close())
  }

  /** Everything of the account that is in the browser: what is stored, and what stands beside it. */
  async remains(): Promise<unknown[]> {
    const image = await this.#read([...stores, 'kv'])
    const keys = Array.from({ length: this.#spare.length }, (_, i) => this.#spare.key(i) ?? '')
    return [...Object.values(image).flat(), ...keys.filter((key) => key.includes(`:${this.userId}`))]
  }

  async #put(image: StorageImage): Promise<void> {
    globalThis.indexedDB = this.#storage
    const db = await openDB(`account:${this.userId}`)
    const tx = db.transaction([...stores, 'birth'], 'readwrite')
    for (const name of stores) {
      await tx.objectStore(name).clear()
      for (const value of image[name] ?? []) await tx.objectStore(name).put(value)
    }
    // The browser deletes the whole database and makes it anew.
    if (image === nothing) await tx.objectStore('birth').put(`${++this.#births}`, 1)
    await tx.done
    db.close()
  }
}

async function noteConnection(context: Context): Promise<void> {
  await context.device.db.use(async (own) => {
    await own.count('birth') // a closed connection is replaced
    context.connection = unwrap(own)
  })
}
