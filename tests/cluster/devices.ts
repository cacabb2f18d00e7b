import { randomUUID } from 'node:crypto'
import { initialValues } from '../../core/product/table.ts'
import type { Change } from '../../core/sync/change.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import { type AccountDb, createAccountDb } from '../../device/storage/db.ts'
import { createDrain, type Drain } from '../../device/drain.ts'
import { createHttp, type Http } from '../../device/http.ts'
import { ProblemError } from '../../device/failures.ts'
import { createPageLife } from '../../device/storage/page-life.ts'
import type { Session } from '../../device/storage/app-db.ts'

/** What the devices of a run noticed together. */
export class Watch {
  /** when the server acknowledged something, ms of the process's clock, ascending */
  readonly acknowledged: number[] = []
  readonly answers = new Map<string, number>()
  /** operations that nobody typed: a device sends again what the server lost */
  recovered = 0
  readonly faults: string[] = []
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

/** The app's own engine without its page: an outbox, a drain, real calls. */
export class EngineDevice {
  readonly db: AccountDb
  readonly account: Account
  readonly list: string
  /** product → the name that was typed last */
  readonly typed = new Map<string, string>()
  readonly #drain: Drain
  readonly #http: Http
  readonly #watch: Watch
  readonly #own = new Set<string>()
  #head = { epoch: '', head: 0 }
  #count = 0
  #isTyping = false
  #state: unknown

  constructor(account: Account, list: string, fetchIt: typeof fetch, watch: Watch) {
    this.account = account
    this.list = list
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
      if (call.body.ops.length > 0) this.#watch.acknowledged.push(performance.now())
      this.#look(reply)
      return reply
    } catch (error) {
      this.#watch.note(error instanceof ProblemError ? error.problem.code : 'no answer')
      throw error
    } finally {
      this.#watch.slowestMs = Math.max(this.#watch.slowestMs, performance.now() - began)
    }
  }

  /** Within one history the head never goes back. */
  #look({ epoch, head }: SyncReply): void {
    if (epoch === this.#head.epoch && head < this.#head.head)
      this.#watch.faults.push(`${this.list}: the head went from ${this.#head.head} back to ${head}`)
    if (epoch !== this.#head.epoch || head > this.#head.head) this.#head = { epoch, head }
  }

  /** Types one change: adds a product, or changes the name of one of its own. */
  async type(): Promise<void> {
    const productName = `${this.account.email} ${++this.#count}`
    const known = [...this.typed.keys()]
    const rowId = known[Math.floor(Math.random() * known.length)]
    const change: Change =
      this.#count % 3 === 1 || rowId === undefined
        ? { op: 'add', rowId: randomUUID(), value: { ...initialValues, productName } }
        : { op: 'set', rowId, field: 'productName', value: productName, baseVer: 0 }
    this.typed.set(change.rowId, productName)
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
    return JSON.stringify({
      who: this.account.email,
      cursor,
      epoch,
      nextSeq,
      waiting: entries.length,
      first: entries[0],
      state: this.#state,
    })
  }

  /** What the device shows: product → name. */
  async shown(): Promise<Map<string, string>> {
    const { rows } = await this.db.readList(this.list)
    return new Map(rows.flatMap((row) => (row.deleted ? [] : [[row.id, row.productName] as const])))
  }
}
