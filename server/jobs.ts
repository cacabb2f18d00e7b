import { removeDeletedAccounts } from './account-removal.ts'
import type { Db } from './db/open.ts'
import type { Deps } from './deps.ts'
import { pruneKeys } from './keys.ts'
import { mailMs, removeMailFiles } from './mail-store.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const keepMs = 90 * day

/** Forgets what nobody can ask for any more. */
export async function prune(db: Db, now: number): Promise<void> {
  const old = now - keepMs
  await pruneTombstones(db, old)
  await db.deleteFrom('operation').where('at', '<', old).execute()
  await db.deleteFrom('idempotency').where('at', '<', old).execute()
  await db
    .deleteFrom('attempt')
    .where('at', '<', now - day)
    .execute()
  await db.deleteFrom('tally').where('ends_at', '<', now).execute()
  await db.deleteFrom('reset').where('created_at', '<', old).execute()
  await pruneKeys(db, now)
  // The sender gives a mail up long before.
  await db
    .deleteFrom('mail')
    .where('created_at', '<', now - mailMs)
    .execute()
  await db.deleteFrom('session').where('ended_at', '>', 0).where('ended_at', '<', old).execute()
  await db
    .deleteFrom('session')
    .where('refreshed_at', '<', now - 2 * keepMs)
    .execute()
  // Codes that expired still say so for a while. One that was replaced (0) is as old as its account at most.
  await db
    .deleteFrom('activation')
    .where('expires_at', '<', old)
    .where('account_id', 'in', (query) =>
      query.selectFrom('account').select('id').where('created_at', '<', old),
    )
    .execute()
}

/** List by list, so that none is locked for long. Its floor rises: a cursor from before starts anew. */
export async function pruneTombstones(db: Db, old: number): Promise<void> {
  const lists = await db
    .selectFrom('product')
    .select('list_id')
    .distinct()
    .where('deleted_at', '>', 0)
    .where('deleted_at', '<', old)
    .orderBy('list_id')
    .execute()
  for (const { list_id } of lists)
    await db.transaction().execute(async (trx) => {
      const tombs = trx
        .selectFrom('product')
        .select((select) => select.fn.max('ver').as('ver'))
        .where('list_id', '=', list_id)
        .where('deleted_at', '>', 0)
        .where('deleted_at', '<', old)
      const { ver } = await tombs.executeTakeFirstOrThrow()
      // This takes the list's lock, which every pull waits for: none reads a hole under an old floor.
      await trx
        .updateTable('list')
        .set({ floor: ver })
        .where('id', '=', list_id)
        .where('floor', '<', ver)
        .execute()
      await trx
        .deleteFrom('product')
        .where('list_id', '=', list_id)
        .where('deleted_at', '>', 0)
        .where('deleted_at', '<', old)
        .execute()
    })
}

type JobDeps = Pick<Deps, 'db' | 'now' | 'config' | 'live'>

/** What is done once a day, by one instance of those that share a database. */
const daily: Record<string, (deps: JobDeps) => Promise<void>> = {
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
export async function runJobs(deps: JobDeps): Promise<string[]> {
  const { db, now, config } = deps
  // By each instance: it has a folder of its own.
  await removeMailFiles(config.dataDir, { before: now() - mailMs })
  const done: string[] = []
  for (const [name, job] of Object.entries(daily)) {
    if (!(await claim(db, name, now()))) continue
    await job(deps)
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
export function startJobs(deps: JobDeps, onError: (error: unknown) => void): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve()
  const run = () => (round = round.then(() => runJobs(deps)).catch(onError))
  void run()
  const timer = setInterval(run, checkMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
