import { randomUUID } from 'node:crypto'
import { isListRow, type Row } from '../../core/contract/shapes.ts'
import { byPosition, positionBetween } from '../../core/product/position.ts'
import { initialValues } from '../../core/product/table.ts'
import type { Change } from '../../core/sync/change.ts'
import { fieldVersion } from '../../core/sync/mutation.ts'
import { sharedHead } from '../../core/sync/recovery.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import { type AccountDb, createAccountDb } from '../../device/storage/db.ts'
import { createDrain, type Drain } from '../../device/drain.ts'
import { createHttp, type Http } from '../../device/http.ts'
import { ProblemError } from '../../device/failures.ts'
import { createPageLife } from '../../device/storage/page-life.ts'
import type { Session } from '../../device/storage/app-db.ts'
import { Ledger } from './ledger.ts'
import { listen, Pokes } from './stream.ts'
import { shownAs } from './verdict.ts'

/** What the devices of a run noticed together. */
export class Watch {
  /** when the server acknowledged something, ms of the process's clock, ascending */
  readonly acknowledged: number[] = []
  readonly answers = new Map<string, number>()
  /** operations that nobody typed: a device sends again what the server lost */
  recovered = 0
  readonly faults: string[] = []
  readonly ledger = new Ledger(this.faults)
  /** what the stream of one device said, by list */
  readonly pokes = new Map<string, Pokes>()
  slowestMs = 0

  note(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}

/** The base of all calls; each is sent to the instance that answered last. */
const anywhere = 'http://instance.invalid/'

/** Calls an instance, and the next one when it does not answer, as a load balancer would. */
export function anyOf(urls: readonly string[], first: number): typeof fetch {
  let at = first
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const url = address.replace(anywhere, `${urls[at % urls.length]}/`)
    try {
      const response = await (input instanceof Request
        ? fetch(new Request(url, input), init)
        : fetch(url, init))
      if (response.status === 503) at++
      return response
    } catch (error) {
      at++
      throw error
    }
  }
}

export interface Account {
  id: string
  email: string
  token: string
}

/** A list, and those of its products that every device renames. */
export interface List {
  id: string
  shared: readonly string[]
}

/** Returns one of these at random; undefined if there are none. */
const oneOf = <T>(some: readonly T[]): T | undefined => some[Math.floor(Math.random() * some.length)]

/** The app's own engine without its page: an outbox, a drain, real calls. */
export class EngineDevice {
  readonly db: AccountDb
  readonly account: Account
  readonly list: string
  /** the names that were typed last, of its own products that it has not deleted */
  readonly typed = new Map<string, string>()
  readonly deleted = new Set<string>()
  readonly shared: readonly string[]
  readonly #fetch: typeof fetch
  readonly #drain: Drain
  readonly #http: Http
  readonly #watch: Watch
  readonly #own = new Set<string>()
  #head = { epoch: '', head: 0 }
  #over: AbortController | null = null
  #count = 0
  #isTyping = false
  #state: unknown

  constructor(account: Account, { id, shared }: List, fetchIt: typeof fetch, watch: Watch) {
    this.account = account
    this.list = id
    this.shared = shared
    this.#fetch = fetchIt
    this.#watch = watch
    const session = { userId: account.id, email: account.email, accessToken: account.token } as Session
    this.#http = createHttp({
      baseUrl: anywhere,
      fetch: fetchIt,
      session: { get: async () => session, put: async () => undefined },
      now: Date.now,
      exclusive: (run) => run(),
    })
    this.db = createAccountDb(account.id, {
      newId: () => {
        const id = randomUUID()
        if (this.#isTyping) this.#own.add(id)
        return id
      },
      now: Date.now,
      changed: () => undefined,
      life: createPageLife(),
    })
    this.#drain = createDrain({
      db: this.db,
      newId: randomUUID,
      random: Math.random,
      lock: async () => () => undefined,
      later: (run, ms) => setTimeout(run, Math.min(ms, 3_000)),
      tell: (_list, state) => (this.#state = state),
      failed: (error) => watch.faults.push(`a device: ${String(error)}`),
      refresh: async () => 'no',
      send: (call) => this.#send(call),
    })
  }

  async #send(call: SyncCall): Promise<SyncReply> {
    const began = performance.now()
    for (const { opId } of call.body.ops) if (!this.#own.has(opId)) this.#watch.recovered++
    for (const { opId } of call.body.ops) this.#own.add(opId)
    const name = 'POST /api/v3/list/:id/sync'
    try {
      const reply = await this.#http.once(
        name,
        { params: { id: call.listId }, body: call.body },
        this.account.token,
      )
      this.#watch.note('200')
      this.#look(reply)
      this.#acknowledge(call.body.ops, reply)
      return reply
    } catch (error) {
      const answer = error instanceof ProblemError ? error.problem.code : 'no answer'
      this.#watch.note(answer)
      // Where nothing is lost, a failover costs no device anything (decision 137).
      if (answer === 'resync' && this.#watch.ledger.isStrict)
        this.#watch.faults.push(`${this.account.email} must load its list anew, although nothing was lost`)
      throw error
    } finally {
      this.#watch.slowestMs = Math.max(this.#watch.slowestMs, performance.now() - began)
    }
  }

  /** The head never goes back; where commits may be lost, to nothing older than what both histories share. */
  #look({ epoch, head, rows }: SyncReply): void {
    const before = this.#head
    const { ledger, faults } = this.#watch
    const isNew = epoch !== before.epoch && before.epoch !== ''
    const least =
      isNew && !ledger.isStrict ? Math.min(before.head, sharedHead(before.epoch, epoch)) : before.head
    if (head < least) faults.push(`${this.list}: the head went from ${before.head} back to ${head}`)
    this.#head = { epoch, head }
    ledger.note(
      this.account.email,
      rows.filter((row): row is Row => !isListRow(row)),
    )
  }

  #acknowledge(ops: SyncCall['body']['ops'], { head, results }: SyncReply): void {
    if (ops.length === 0) return
    const { acknowledged, ledger, pokes } = this.#watch
    acknowledged.push(performance.now())
    if (!this.#over) pokes.get(this.list)?.acknowledged(head)
    const refused = new Set(Object.values(results).map(({ opId }) => opId))
    for (const op of ops)
      if (op.op === 'set' && op.field === 'productName' && !refused.has(op.opId))
        ledger.names.set(op.opId, { rowId: op.rowId, name: String(op.value) })
  }

  /** From now on, what others changed arrives by pokes alone. */
  listen(): void {
    const pokes = new Pokes()
    this.#watch.pokes.set(this.list, pokes)
    this.#over = new AbortController()
    const { token } = this.account
    const url = `${anywhere}api/v3/events`
    const look = (head: number) => {
      if (head > this.#head.head) void this.pull()
    }
    const { signal } = this.#over
    void listen({ url, fetch: this.#fetch, token, list: this.list, pokes, signal, look })
  }

  get isListening(): boolean {
    return this.#over !== null
  }

  stopListening(): void {
    this.#over?.abort()
  }

  get head(): number {
    return this.#head.head
  }

  add(rowId: string, productName: string): Promise<void> {
    return this.#append({ op: 'add', rowId, value: { ...initialValues, productName } })
  }

  /** Makes one change, of those that people make. */
  async type(): Promise<void> {
    const rows = (await this.db.readList(this.list)).rows.filter(({ deleted }) => !deleted)
    await this.#append(this.#choose(rows))
  }

  #choose(rows: readonly Row[]): Change {
    const name = `${this.account.email} ${++this.#count}`
    const chance = Math.random()
    const own = oneOf([...this.typed.keys()])
    const shared = oneOf(rows.filter(({ id }) => this.shared.includes(id)))
    const any = oneOf(rows)
    if (own !== undefined && chance < 0.1) {
      this.typed.delete(own)
      this.deleted.add(own)
      return { op: 'delete', rowId: own }
    }
    if (own !== undefined && chance < 0.3) {
      this.typed.set(own, name)
      return { op: 'set', rowId: own, field: 'productName', value: name, baseVer: 0 }
    }
    if (shared && chance < 0.45) return setOf(shared, 'productName', name)
    if (any && chance < 0.65) return setOf(any, 'productStatus', !any.productStatus)
    if (any && chance < 0.75) return setOf(any, 'position', placeIn(rows))
    const rowId = randomUUID()
    this.typed.set(rowId, name)
    return { op: 'add', rowId, value: { ...initialValues, productName: name } }
  }

  async #append(change: Change): Promise<void> {
    // The ids that are made until the first wait are those of what is typed.
    this.#isTyping = true
    const appended = this.db.append(this.list, [change])
    this.#isTyping = false
    await appended
    void this.#drain.dispatch(this.list, { type: 'edit' })
  }

  pull(): Promise<unknown> {
    return this.#drain.dispatch(this.list, { type: 'pull' })
  }

  async waiting(): Promise<number> {
    return (await this.db.readList(this.list)).entries.length
  }

  /** Where it stands, for somebody who looks for a fault. */
  async describe(): Promise<string> {
    const { stream, entries } = await this.db.readList(this.list)
    const { cursor, epoch, nextSeq } = stream ?? {}
    const outbox = { waiting: entries.length, first: entries[0] }
    return JSON.stringify({ who: this.account.email, cursor, epoch, nextSeq, ...outbox, state: this.#state })
  }

  /** What the device shows: product → name, tick and position. */
  async shown(): Promise<Map<string, string>> {
    const { rows } = await this.db.readList(this.list)
    return new Map(rows.flatMap((row) => (row.deleted ? [] : [[row.id, shownAs(row)] as const])))
  }
}

/** A change to a product that others change too, by somebody who has seen it as it is in `row`. */
function setOf(
  row: Row,
  field: 'productName' | 'productStatus' | 'position',
  value: string | boolean,
): Change {
  return { op: 'set', rowId: row.id, field, value, baseVer: fieldVersion(row, field) }
}

/** Returns a new position between two products that follow one another. */
function placeIn(rows: readonly Row[]): string {
  const positions = [...new Set(rows.toSorted(byPosition).map(({ position }) => position))]
  const at = Math.floor(Math.random() * positions.length)
  return positionBetween(positions[at - 1] ?? null, positions[at] ?? null, Math.random)
}
