import type { Selectable } from 'kysely'
import type { Permission } from '../../core/product/entities.ts'
import { type Field, fields, productFields } from '../../core/product/table.ts'
import type { List } from '../../core/contract/shapes.ts'
import type { FieldValue } from '../../core/product/fields.ts'
import type { SyncBody, SyncReply } from '../../core/sync/replica.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import type { ProductTable, Schema } from '../../server/db/schema.ts'
import { setTimeline } from '../../server/db/timeline.ts'
import { pruneTombstones } from '../../server/operate/jobs.ts'
import { problem, problemBody, ProblemError as Refusal } from '../../server/base/problem.ts'
import { markRestored } from '../../server/operate/recover-backup.ts'
import { listsOf } from '../../server/lists/store/list-queries.ts'
import { readLog } from '../../server/lists/store/change-log.ts'
import { readRefusals, tagOf } from '../../server/lists/store/refusals.ts'
import { sync } from '../../server/lists/sync/sync.ts'
import { GuestServer } from './guests/guest-server.ts'

const kept = ['list', 'product', 'purchase', 'client', 'operation'] as const
type Backup = { [T in (typeof kept)[number]]: unknown[] }

export type Crash = 'before commit' | 'after commit' | null

/** The real server transaction on SQLite in memory, without HTTP in between. */
export class SimServer {
  readonly db: Db
  readonly guests: GuestServer
  /** a call with more operations is too large; null: the server's own limit */
  maxOps: number | null = null
  /** rows per answer */
  answerRows = 2_000
  /** how many products the owner may have */
  mostProducts: number | undefined
  /** how many lists an account may have */
  mostLists: number | undefined
  backup: Backup | null = null
  /** the operations that were ever sent, by how a client's row names them */
  readonly #sent = new Map<string, string>()

  private constructor(db: Db) {
    this.db = db
    this.guests = new GuestServer(db)
  }

  static async open(users: readonly string[]): Promise<SimServer> {
    const db = await openDatabase({ sqlite: ':memory:' })
    for (const id of users)
      await db
        .insertInto('account')
        .values({
          id,
          // Guests see only names that people gave.
          name: id,
          email: `${id}@example.org`,
          email_key: `${id}@example.org`,
          password_hash: '',
          status: 'A',
          status_before: '',
          language: 'en',
          created_at: 1,
          terms_at: 1,
        })
        .execute()
    return new SimServer(db)
  }

  /** An empty list of `owner` that the members may edit; removes the list before it. */
  async newList(id: string, owner: string, members: readonly string[]): Promise<void> {
    Object.assign(this, { maxOps: null, answerRows: 2_000, mostProducts: undefined, mostLists: undefined })
    this.backup = null
    drawn = 0
    setTimeline(this.db.getExecutor().adapter, 1)
    await this.guests.clear()
    for (const table of ['household', 'member', ...kept] as const) await this.db.deleteFrom(table).execute()
    const list = { id, owner_id: owner, name: 'Shopping', name_norm: 'shopping', created_at: 1, hash: '' }
    await this.db
      .insertInto('list')
      .values({ ...list, status: 'aktywna', epoch: 'e', timeline: 1, head: 0 })
      .execute()
    for (const account of members) await this.join(id, account)
  }

  async join(list_id: string, account_id: string, permission: Permission = 'edit'): Promise<void> {
    await this.db
      .insertInto('member')
      .values({ list_id, account_id, permission, created_at: 1, accepted: 1 })
      .onConflict((conflict) => conflict.columns(['list_id', 'account_id']).doUpdateSet({ permission }))
      .execute()
  }

  async expel(list_id: string, account_id: string): Promise<void> {
    await this.db
      .deleteFrom('member')
      .where('list_id', '=', list_id)
      .where('account_id', '=', account_id)
      .execute()
  }

  /** Answers as a device would see it: data passes through JSON, and errors are the device's own. */
  async handle(
    token: { userId: string; valid: boolean },
    listId: string,
    body: SyncBody,
    at: { now: number; random: () => number; crash: Crash },
  ): Promise<SyncReply> {
    const request = JSON.parse(JSON.stringify(body)) as SyncBody
    try {
      for (const { opId } of request.ops as { opId: string }[]) this.#sent.set(tagOf(opId), opId)
      if (!token.valid) throw problem('sessionExpired')
      if (this.maxOps !== null && request.ops.length > this.maxOps) throw problem('tooLarge')
      await this.guests.check(token.userId, at.now)
      const db = at.crash === 'before commit' ? crashing(this.db) : this.db
      const user = { id: token.userId }
      const { now, random } = at
      const { answerRows, mostProducts, mostLists } = this
      const limits = { answerRows, mostProducts, mostLists }
      const answer = await sync(db, { listId, user, request, now, random, randomBytes, ...limits })
      if (at.crash === 'after commit') throw new Crashed()
      return JSON.parse(JSON.stringify(answer)) as SyncReply
    } catch (error) {
      if (error instanceof Crashed) throw new Unreachable('the connection was reset')
      if (error instanceof Refusal) throw new ProblemError(problemBody(error, 'sim'), null)
      throw error
    }
  }

  async keepBackup(): Promise<void> {
    const tables = kept.map(async (table) => [table, await this.db.selectFrom(table).selectAll().execute()])
    this.backup = Object.fromEntries(await Promise.all(tables)) as Backup
    await this.guests.keepBackup()
  }

  /**
   * Restores the backup and marks it as restored, as an operator does; or another machine takes over, which has not got
   * what was committed last and says nothing.
   */
  async restore(now: number, how: 'backup' | 'failover'): Promise<void> {
    const { backup } = this
    if (!backup) return
    for (const table of kept) {
      await this.db.deleteFrom(table).execute()
      for (const row of backup[table])
        await this.db
          .insertInto(table)
          .values(row as Schema[typeof table] as never)
          .execute()
    }
    await this.guests.restore()
    if (how === 'failover') setTimeline(this.db.getExecutor().adapter, 2)
    else await markRestored(this.db, now)
    // The server runs its jobs when it starts.
    await this.guests.endOverdue(now)
    const there = this.db.selectFrom('list').select('id')
    await this.db.deleteFrom('member').where('list_id', 'not in', there).execute()
  }

  /** Prunes tombstones, like the nightly job ninety days later. */
  prune(now: number): Promise<void> {
    return pruneTombstones(this.db, now + 1, now)
  }

  products(listId: string) {
    return this.db.selectFrom('product').selectAll().where('list_id', '=', listId).execute()
  }

  /** What the history of a list says, newest first. */
  history(listId: string, now: number) {
    return readLog(this.db, listId, { reader: '', before: Number.MAX_SAFE_INTEGER, limit: 200, now })
  }

  /** What is recorded of every operation, be it in a row of its own or in its client's. */
  async operations(listId: string) {
    const rows = await this.db.selectFrom('operation').selectAll().where('list_id', '=', listId).execute()
    const known = new Set(rows.map(({ op_id }) => op_id))
    for (const { client_id, refused, at } of await this.clients(listId))
      for (const [seq, { tag, why }] of readRefusals(refused)) {
        const op_id = this.#sent.get(tag) ?? ''
        if (known.has(op_id)) continue
        known.add(op_id)
        rows.push({ list_id: listId, op_id, client_id, seq, status: 'rejected', why, ver: 0, at })
      }
    return rows
  }

  clients(listId: string) {
    return this.db.selectFrom('client').selectAll().where('list_id', '=', listId).execute()
  }

  /** From now on, the owner shares every new list with this person. */
  async takeIn(owner: string, person: string, permission: Permission): Promise<void> {
    await this.db
      .insertInto('household')
      .values({ account_id: owner, person_id: person, permission })
      .onConflict((conflict) => conflict.columns(['account_id', 'person_id']).doUpdateSet({ permission }))
      .execute()
  }

  async members(listId: string): Promise<string[]> {
    const members = await this.db.selectFrom('member').selectAll().where('list_id', '=', listId).execute()
    return members.map(({ account_id }) => account_id)
  }

  lists() {
    return this.db.selectFrom('list').selectAll().orderBy('id').execute()
  }

  /** What an account sees in its overview. */
  async overview(userId: string): Promise<List[]> {
    const query = { which: 'all', words: '', products: false, sort: 'newest', page: 1, limit: 1_000 } as const
    return JSON.parse(JSON.stringify((await listsOf(this.db, userId, query)).items)) as List[]
  }

  async list(listId: string) {
    return this.db.selectFrom('list').selectAll().where('id', '=', listId).executeTakeFirstOrThrow()
  }
}

/** The columns' values by field; an unknown price is undefined. */
export function storedValues(row: Selectable<ProductTable>): Record<Field, FieldValue | undefined> {
  const values = fields.map((field) => {
    const { kind, column } = productFields[field]
    const value = row[column]
    return [field, kind === 'number' ? Number(value) / 100 : kind === 'flag' ? value === 1 : value]
  })
  return { ...Object.fromEntries(values), ...(row.price_unknown === 1 && { price: undefined }) }
}

/** The same epochs in every run of a seed; a list that is made anew needs another one. */
let drawn = 0
const randomBytes = (count: number) => Buffer.from(`${++drawn}`.padStart(count, '0').slice(-count))

class Crashed extends Error {}

/** A database whose process dies after all writes and before the commit. */
function crashing(db: Db): Db {
  const transaction = () => ({
    execute: (run: (trx: never) => Promise<unknown>) =>
      db.transaction().execute(async (trx) => {
        await run(trx as never)
        throw new Crashed()
      }),
  })
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = name === 'transaction' ? transaction : Reflect.get(target, name, target)
      // Kysely's methods read private fields, which the proxy lacks.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
