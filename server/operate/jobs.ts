import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../core/product/entities.ts'
import { removeDeletedAccounts } from '../account/account-removal.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { pruneKeys } from '../account/keys.ts'
import { recount } from '../lists/list-counts.ts'
import { emptyDeletedLists } from '../lists/list-removal.ts'
import { mailMs, removeMailFiles } from '../mail/mail-store.ts'
import { breath, sliceOf } from '../db/slices.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const keepMs = 90 * day

/** Forgets what nobody can ask for any more, and counts anew. All of it in slices. */
export async function prune(db: Db, now: number): Promise<void> {
  const old = now - keepMs
  await pruneTombstones(db, old)
  await boundTombstones(db)
  await emptyDeletedLists(db)
  await forget(db, 'operation', 'at', old)
  await forget(db, 'idempotency', 'at', old)
  await forget(db, 'attempt', 'at', now - day)
  await forget(db, 'tally', 'ends_at', now)
  await forget(db, 'reset', 'created_at', old)
  await pruneKeys(db, now)
  // The sender gives a mail up long before.
  await forget(db, 'mail', 'created_at', now - mailMs)
  await forget(db, 'session', 'ended_at', old, sql`ended_at > 0`)
  await forget(db, 'session', 'refreshed_at', now - 2 * keepMs)
  // Codes that expired still say so for a while. One that was replaced (0) is as old as its account at most.
  const ofOld = sql`account_id in (select id from account where created_at < ${old})`
  await forget(db, 'activation', 'expires_at', old, ofOld)
  await recount(db)
}

/** Slice by slice from the oldest on; each of these tables has an index over its age. */
async function forget(
  db: Db,
  table: keyof Schema,
  age: string,
  before: number,
  only: RawBuilder<unknown> = sql`1 = 1`,
): Promise<void> {
  const [rows, at] = [sql.table(table), sql.ref(age)]
  for (;;) {
    const cut = await sql<{ at: number }>`select ${at} as at from ${rows}
      where ${at} < ${before} and ${only} order by ${at} limit 1 offset ${sliceOf - 1}`.execute(db)
    const until = cut.rows[0]?.at
    await sql`delete from ${rows} where ${at} < ${before} and ${at} <= ${until ?? before} and ${only}`.execute(
      db,
    )
    if (until === undefined) return
    await breath()
  }
}

/** List by list, so that none is locked for long. Its floor rises: a cursor from before starts anew. */
export async function pruneTombstones(db: Db, old: number): Promise<void> {
  for (;;) {
    const oldest = await tombstones(db, old)
      .select(['list_id', 'deleted_at'])
      .orderBy('deleted_at')
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await db.transaction().execute((trx) => pruneSome(trx, oldest.list_id, old))
    await breath()
  }
}

/** A list that was filled and emptied many times remembers the newest of what was deleted. */
async function boundTombstones(db: Db): Promise<void> {
  for (let last = ''; ; await breath()) {
    const some = await db
      .selectFrom('list')
      .select('id')
      .where('id', '>', last)
      // Each has a version of its own, above the floor.
      .where(sql<number>`head - floor`, '>', limits.deletedInList)
      .where('deleted_at', '=', 0)
      .orderBy('id')
      .limit(sliceOf)
      .execute()
    for (const { id } of some) {
      const oldest = await db
        .selectFrom('product')
        .select('deleted_at')
        .where('list_id', '=', id)
        .where('deleted_at', '>', 0)
        .orderBy('deleted_at', 'desc')
        .offset(limits.deletedInList)
        .limit(1)
        .executeTakeFirst()
      if (!oldest) continue
      const more = () => db.transaction().execute((trx) => pruneSome(trx, id, oldest.deleted_at + 1))
      while (await more()) await breath()
    }
    const end = some.at(-1)
    if (!end || some.length < sliceOf) return
    last = end.id
  }
}

function tombstones(db: Db | Trx, old: number) {
  return (
    db
      .selectFrom('product')
      // As the index has it, word for word: SQLite would not use it otherwise.
      .where('deleted_at', '>', sql.lit(0))
      .where('deleted_at', '<', old)
  )
}

/** Answers whether there may be more. */
async function pruneSome(trx: Trx, listId: string, old: number): Promise<boolean> {
  const some = await tombstones(trx, old)
    .select('deleted_at')
    .where('list_id', '=', listId)
    .orderBy('deleted_at')
    .limit(sliceOf)
    .execute()
  const until = some.at(-1)?.deleted_at
  if (until === undefined) return false
  const { ver } = await tombstones(trx, until + 1)
    .select((select) => select.fn.max('ver').as('ver'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow()
  // This takes the list's lock, which every pull waits for: none reads a hole under an old floor.
  await trx
    .updateTable('list')
    .set({ floor: ver })
    .where('id', '=', listId)
    .where('floor', '<', ver)
    .execute()
  await trx
    .deleteFrom('product')
    .where('list_id', '=', listId)
    .where('deleted_at', '>', sql.lit(0))
    .where('deleted_at', '<=', until)
    .execute()
  return some.length === sliceOf
}

type JobDeps = Pick<Services, 'db' | 'now' | 'config' | 'live'>

/** What is done once a day, by one instance of those that share a database. */
const daily: Record<string, (services: JobDeps) => Promise<void>> = {
  prune: ({ db, now }) => prune(db, now()),
  async removeAccounts({ db, now, config, live }) {
    await live.publish(await removeDeletedAccounts(db, now(), config.dataDir))
  },
}

const leaseMs = 30 * minute
const checkMs = 15 * minute

/**
 * Does what is due. The time from which a job is due stands in the database, and whoever moves it
 * on does the job; when that one dies over it, another may try after the lease.
 */
export async function runJobs(services: JobDeps): Promise<string[]> {
  const { db, now, config } = services
  // By each instance: it has a folder of its own.
  await removeMailFiles(config.dataDir, { before: now() - mailMs })
  const done: string[] = []
  for (const [name, job] of Object.entries(daily)) {
    if (!(await claim(db, name, now()))) continue
    await job(services)
    await due(db, name, now() + day)
    done.push(name)
  }
  return done
}

// As wide as any time will be, so that comparing the texts compares the numbers.
const stamp = (time: number) => String(time).padStart(16, '0')
const row = (name: string) => `job:${name}`

async function claim(db: Db, name: string, now: number): Promise<boolean> {
  await db
    .insertInto('meta')
    .values({ key: row(name), value: stamp(0) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('meta')
    .set({ value: stamp(now + leaseMs) })
    .where('key', '=', row(name))
    .where('value', '<=', stamp(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

async function due(db: Db, name: string, at: number): Promise<void> {
  await db
    .updateTable('meta')
    .set({ value: stamp(at) })
    .where('key', '=', row(name))
    .execute()
}

/** Looks at the start and then every quarter of an hour. Answers how to stop, which waits for what is running. */
export function startJobs(services: JobDeps, onError: (error: unknown) => void): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve()
  const run = () => (round = round.then(() => runJobs(services)).catch(onError))
  void run()
  const timer = setInterval(run, checkMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
