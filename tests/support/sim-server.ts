import type { SyncCall, SyncReply } from '../../core/replica.ts'
import { ProblemError } from '../../device/failures.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { problemBody, ProblemError as Refusal } from '../../server/problem.ts'
import { sync } from '../../server/sync.ts'

/** The real server transaction on SQLite in memory, without HTTP in between. */
export async function simServer(users: readonly string[]): Promise<SimServer> {
  const db = await openDatabase({ sqlite: ':memory:' })
  for (const id of users)
    await db
      .insertInto('account')
      .values({
        id,
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
  return new SimServer(db, users)
}

export class SimServer {
  readonly db: Db
  readonly #users: readonly string[]
  constructor(db: Db, users: readonly string[]) {
    this.db = db
    this.#users = users
  }

  /** A list of the first user, shared with the others, who may edit. */
  async newList(id: string): Promise<void> {
    const [owner = '', ...members] = this.#users
    await this.db
      .insertInto('list')
      .values({
        id,
        owner_id: owner,
        name: 'Shopping',
        name_norm: 'shopping',
        created_at: 1,
        hash: '',
        status: 'aktywna',
        epoch: 'e1',
        head: 0,
      })
      .execute()
    for (const account_id of members)
      await this.db
        .insertInto('member')
        .values({ list_id: id, account_id, permission: 'edit', created_at: 1 })
        .execute()
  }

  /** Answers as the device would read it; the answer has been through JSON like every answer. */
  async handle(userId: string, call: SyncCall, now: number, random: () => number): Promise<SyncReply> {
    const request = JSON.parse(JSON.stringify(call.body)) as SyncCall['body']
    try {
      const answer = await sync(this.db, { listId: call.listId, user: { id: userId }, request, now, random })
      return JSON.parse(JSON.stringify(answer)) as SyncReply
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new ProblemError(problemBody(error, 'sim'), null)
    }
  }

  products(listId: string) {
    return this.db.selectFrom('product').selectAll().where('list_id', '=', listId).execute()
  }

  operations(listId: string) {
    return this.db.selectFrom('operation').selectAll().where('list_id', '=', listId).execute()
  }
}
