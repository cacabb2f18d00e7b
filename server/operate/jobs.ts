import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../core/product/entities.ts'
import { productFields, textFields } from '../../core/product/table.ts'
import { removeDeletedAccounts } from '../account/account-removal.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Services } from '../services/services.ts'
import { refreshMs } from '../base/times.ts'
import { tripMs } from '../../core/product/trip.ts'
import { inviteMs } from '../lists/store/invite-rows.ts'
import { endOverdueGuests, guestMs } from '../lists/store/guest-rows.ts'
import { recount } from '../lists/store/list-counts.ts'
import { pruneLog } from './log-pruning.ts'
import { emptyDeletedLists } from '../lists/store/list-removal.ts'
import { boundPurchases, foldProducts, purchasesMs } from '../lists/purchases/purchase-rows.ts'
import { backupWarning } from './backup-record.ts'
import { mailMs, removeMailFiles } from '../mail/mail-store.ts'
import { yieldToEventLoop, chunkSize } from '../db/chunks.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const keepMs = 90 * day

/**
 * How many operations and clients a list keeps, the newest ones. 4 people who change 200 products a day each make 72
 * 000 operations in 90 days.
 */
const mostOfList = { operations: 100_000, clients: 1_000, changes: 50_000 }

/** Deletes expired data and recounts the lists, all in slices. */
export async function prune(db: Db, now: number, most = mostOfList): Promise<void> {
  const old = now - keepMs
  await pruneTombstones(db, old, now)
  await boundTombstones(db, now)
  await blankTombstones(db, now - 7 * day, now)
  await emptyDeletedLists(db, now)
  await forget(db, 'operation', 'at', old)
  await forget(db, 'purchase', 'ticked_at', now - purchasesMs)
  await forget(db, 'purchase_reader', 'deleted_at', now - purchasesMs)
  await dateClients(db, now)
  await forget(db, 'client', 'at', old)
  await boundRecords(db, most, now)
  await forget(db, 'idempotency', 'at', old)
  await forget(db, 'attempt', 'at', now - day)
  await forget(db, 'trip', 'started_at', now - tripMs)
  await forget(db, 'reset', 'created_at', old)
  await forget(db, 'email_change', 'expires_at', now)
  // Kept for as long again as it was valid, so that it can still be reported as expired.
  await forget(db, 'invite', 'expires_at', now - inviteMs)
  await forget(db, 'admission', 'expires_at', now - inviteMs)
  await forget(db, 'guest_link', 'expires_at', now - guestMs)
  // The mailer gives up on a mail long before this.
  await forget(db, 'mail', 'created_at', now - mailMs)
  await prunePushes(db, now)
  await forget(db, 'webhook_delivery', 'created_at', now - 7 * day)
  await forget(db, 'token', 'expires_at', old, sql`expires_at > 0`)
  await forget(db, 'session', 'ended_at', old, sql`ended_at > 0`)
  await forget(db, 'session', 'refreshed_at', now - 2 * keepMs)
  // Expired codes are kept for a while, so that they can still be reported as expired. A replaced code has expires_at
  // 0, so the account's age decides.
  const ofOld = sql`account_id in (select id from account where created_at < ${old})`
  await forget(db, 'activation', 'expires_at', old, ofOld)
  await recount(db)
}

/** Deletes the devices whose session was not renewed in time, and what is too old to be sent. */
async function prunePushes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_device')
    .where('session_id', 'not in', (from) =>
      from
        .selectFrom('session')
        .select('id')
        .where('ended_at', '=', 0)
        .where('refreshed_at', '>', now - refreshMs),
    )
    .execute()
  await forget(db, 'push_event', 'at', now - 2 * day)
}

/** The columns that identify a row of each table that `forget` works on. */
const keys = {
  operation: ['list_id', 'op_id'],
  purchase: ['list_id', 'ticked_at', 'product_id'],
  purchase_reader: ['account_id', 'list_id'],
  client: ['list_id', 'client_id'],
  idempotency: ['account_id', 'key'],
  attempt: ['id'],
  tally: ['key'],
  proof: ['kind', 'key'],
  reset: ['code_hash'],
  invite: ['code'],
  guest_link: ['code'],
  admission: ['code_hash'],
  mail: ['id'],
  session: ['id'],
  token: ['id'],
  webhook_delivery: ['id'],
  activation: ['code_hash'],
  email_change: ['account_id'],
  trip: ['list_id', 'account_id'],
  push_event: ['account_id', 'device_id', 'id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

/**
 * Deletes rows in slices, oldest first; each of these tables has an index on the age column. A slice is selected by
 * key, because any number of rows may have the same age: PostgreSQL cancels a statement after 5 s, which ends the whole
 * job.
 */
async function forget(
  db: Db,
  table: keyof typeof keys,
  age: string,
  before: number,
  only: RawBuilder<unknown> = sql`1 = 1`,
): Promise<void> {
  const [rows, at, key] = [sql.table(table), sql.ref(age), keyOf(table)]
  await untilDone(
    // The age is checked again, because a row may change meanwhile. The unary plus keeps SQLite from using the age's
    // index for this check: it would read all old rows for each slice.
    () =>
      sql`delete from ${rows} where +${at} < ${before} and (${key}) in
      (select ${key} from ${rows} where ${at} < ${before} and ${only} order by ${at}
      limit ${sql.lit(chunkSize)})`.execute(db),
  )
}

/** Sets the age of clients stored before migration 0015, which gave them 0. */
async function dateClients(db: Db, now: number): Promise<void> {
  const key = keyOf('client')
  await untilDone(() =>
    sql`update client set at = ${now} where +at = 0 and (${key}) in
      (select ${key} from client where at = 0 limit ${sql.lit(chunkSize)})`.execute(db),
  )
}

const keyOf = (table: keyof typeof keys) => sql.join(keys[table].map((column) => sql.ref(column)))

/** Repeats a statement that changes one slice, until a slice is not full. */
async function untilDone(change: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  while (Number((await change()).numAffectedRows ?? 0) === chunkSize) await yieldToEventLoop()
}

/**
 * Deletes old tombstones list by list, so that no list is locked for long. Clients with a cursor below the new floor
 * must resync.
 */
export async function pruneTombstones(db: Db, old: number, now: number): Promise<void> {
  for (;;) {
    const oldest = await tombstones(db, old)
      .select(['list_id', 'deleted_at'])
      .orderBy('deleted_at')
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await db.transaction().execute((trx) => pruneSome(trx, oldest.list_id, old, now))
    await yieldToEventLoop()
  }
}

/** Keeps only the newest tombstones of a list that was filled and emptied many times. */
async function boundTombstones(db: Db, now: number): Promise<void> {
  for (let last = ''; ; await yieldToEventLoop()) {
    const some = await db
      .selectFrom('list')
      .select('id')
      .where('id', '>', last)
      // Each tombstone has its own version above the floor, so a list with fewer versions is within the limit.
      .where(sql<number>`head - floor`, '>', limits.deletedInList)
      .where('deleted_at', '=', 0)
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    for (const { id } of some) {
      const oldest = await db
        .selectFrom('product')
        .select('deleted_at')
        .where('list_id', '=', id)
        .where('deleted_at', '>', sql.lit(0))
        .orderBy('deleted_at', 'desc')
        .offset(limits.deletedInList)
        .limit(1)
        .executeTakeFirst()
      if (!oldest) continue
      const more = () => db.transaction().execute((trx) => pruneSome(trx, id, oldest.deleted_at + 1, now))
      while (await more()) await yieldToEventLoop()
    }
    const end = some.at(-1)
    if (!end || some.length < chunkSize) return
    last = end.id
  }
}

const erasedColumns = textFields
  .filter((field) => field !== 'productName')
  .map((field) => productFields[field].column)
const blankTexts = Object.fromEntries(
  [...erasedColumns, 'name_norm', 'category_id', 'icon'].map((column) => [column, '']),
)

/**
 * Erases the texts of products deleted before `until`, except the first 40 characters of the name, and keeps the
 * numbers. A device that changed such a product offline puts it back from the tombstone, so a tombstone stays whole for
 * some days. What was bought becomes a purchase, which keeps its shop and category.
 */
async function blankTombstones(db: Db, until: number, now: number): Promise<void> {
  for (let done = 0; ; await yieldToEventLoop()) {
    const cut = await tombstones(db, until)
      .select('deleted_at')
      .where('deleted_at', '>', done)
      .orderBy('deleted_at')
      .limit(1)
      .offset(chunkSize - 1)
      .executeTakeFirst()
    const end = cut?.deleted_at ?? until - 1
    const slice = sql<boolean>`product.deleted_at > 0 and product.deleted_at > ${done} and product.deleted_at <= ${end}`
    await db.transaction().execute(async (trx) => {
      await foldProducts(trx, slice, now)
      await trx
        .updateTable('product')
        .set({
          ...blankTexts,
          name: sql<string>`rtrim(substr(name, 1, 40))`,
          ticked_at: 0,
          field_at: '{"*":0}',
          field_by: '{"*":""}',
        })
        .where(slice)
        .where((row) => row.or(Object.keys(blankTexts).map((text) => row(text as 'note', '<>', ''))))
        .execute()
      await trx
        .updateTable('dav_item')
        .from('product')
        .set({ source: '' })
        .whereRef('dav_item.list_id', '=', 'product.list_id')
        .whereRef('dav_item.product_id', '=', 'product.id')
        .where('source', '<>', '')
        .where(slice)
        .execute()
    })
    if (!cut) return
    done = end
  }
}

/**
 * Keeps only the newest operations, clients and changes of a list that is written to again and again, and changes for
 * 30 days.
 */
async function boundRecords(db: Db, most: typeof mostOfList, now: number): Promise<void> {
  for (let last = ''; ; await yieldToEventLoop()) {
    const some = await db
      .selectFrom('list')
      .select('id')
      .where('id', '>', last)
      .where('deleted_at', '=', 0)
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    for (const { id } of some)
      for (const [table, count] of [
        ['operation', most.operations],
        ['client', most.clients],
      ] as const) {
        const newest = await db
          .selectFrom(table)
          .select('at')
          .where('list_id', '=', id)
          .orderBy('at', 'desc')
          .limit(1)
          .offset(count)
          .executeTakeFirst()
        if (newest) await forget(db, table, 'at', newest.at + 1, sql`list_id = ${id}`)
      }
    for (const { id } of some) await boundPurchases(db, id)
    await pruneLog(
      db,
      some.map(({ id }) => id),
      now,
      most.changes,
    )
    const end = some.at(-1)
    if (!end || some.length < chunkSize) return
    last = end.id
  }
}

function tombstones(db: Db | Trx, old: number) {
  return (
    db
      .selectFrom('product')
      // Must match the condition of the partial index exactly, or SQLite does not use the index.
      .where('deleted_at', '>', sql.lit(0))
      .where('deleted_at', '<', old)
  )
}

/** Deletes one slice of a list's tombstones from before `old`. Returns whether there may be more. */
async function pruneSome(trx: Trx, listId: string, old: number, now: number): Promise<boolean> {
  const some = await tombstones(trx, old)
    .select('deleted_at')
    .where('list_id', '=', listId)
    .orderBy('deleted_at')
    .limit(chunkSize)
    .execute()
  const until = some.at(-1)?.deleted_at
  if (until === undefined) return false
  const { ver } = await tombstones(trx, until + 1)
    .select((select) => select.fn.max('ver').as('ver'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow()
  // This locks the list's row, and every pull waits for that lock. So no pull misses deletions with the old floor.
  await trx
    .updateTable('list')
    .set({ floor: ver })
    .where('id', '=', listId)
    .where('floor', '<', ver)
    .execute()
  const slice = sql`product.list_id = ${listId} and product.deleted_at > 0 and product.deleted_at <= ${until}`
  await foldProducts(trx, slice, now)
  await trx
    .deleteFrom('product')
    .where('list_id', '=', listId)
    .where('deleted_at', '>', sql.lit(0))
    .where('deleted_at', '<=', until)
    .execute()
  return some.length === chunkSize
}

type JobDeps = Pick<Services, 'db' | 'now' | 'config' | 'live'>

/** Jobs run once a day, by one of the instances that share a database. */
const daily: Record<string, (services: JobDeps) => Promise<void>> = {
  prune: ({ db, now }) => prune(db, now()),
  async removeAccounts({ db, now, config, live }) {
    await live.publish(await removeDeletedAccounts(db, now(), config.dataDir))
  },
}

const leaseMs = 30 * minute
const checkMs = 15 * minute

/**
 * Runs the jobs that are due and returns their names. The due time of each job is in the database; the instance that
 * moves it forward runs the job. If that instance dies meanwhile, another one may try after the lease.
 */
export async function runJobs(services: JobDeps): Promise<string[]> {
  const { db, now, config, live } = services
  // Every instance does this, because each has its own mail folder.
  await removeMailFiles(config.dataDir, { before: now() - mailMs })
  // A guest ends with the link, not with the next night.
  const ended = await endOverdueGuests(db, now())
  if (ended.length > 0) await live.publish({ ended })
  const done: string[] = []
  for (const [name, job] of Object.entries(daily)) {
    if (!(await claim(db, name, now()))) continue
    await job(services)
    await due(db, name, now() + day)
    done.push(name)
  }
  return done
}

// Zero-padded, so that comparing the texts compares the numbers.
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

/** Removes counts that are over. Strangers make them, so they do not wait for the night. */
export async function forgetCounts(db: Db, now: number): Promise<void> {
  await forget(db, 'tally', 'ends_at', now)
  await forget(db, 'proof', 'expires_at', now, sql`expires_at > 0`)
}

/**
 * Runs due jobs at the start and then every 15 minutes. `onWarning` gets what the operator must know about the backups,
 * at the start, when it changes, and every day. Returns a stop function, which waits for a running job.
 */
export function startJobs(
  services: JobDeps,
  onError: (error: unknown) => void,
  onWarning: (text: string) => void,
): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve()
  let warned = { text: '', at: 0 }
  const work = async () => {
    const text = await backupWarning(services)
    const at = services.now()
    if (text !== '' && (text !== warned.text || at - warned.at >= day)) {
      onWarning(text)
      warned = { text, at }
    }
    await forgetCounts(services.db, services.now())
    await runJobs(services)
  }
  const run = () => (round = round.then(work).catch(onError))
  void run()
  const timer = setInterval(run, checkMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
