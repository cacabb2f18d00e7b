import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** What proves beside the password who somebody is, for good or for one step of a log-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('proof')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('public_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('secret', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('counter', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('used_at', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', whole, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('proof_key', ['kind', 'key'])
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  await db.schema.createIndex('proof_account').on('proof').column('account_id').execute()
  await db.schema.createIndex('proof_age').on('proof').column('expires_at').execute()
}
