import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Password reset links, and the device name of a session that is shown to its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  const reset = db.schema
    .createTable('reset')
    .addColumn('code_hash', 'text', (c) => c.notNull())
    // Without a foreign key: an unknown address costs the same writes as a known one.
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('reset_key', ['code_hash'])
  await (isSqlite ? reset.modifyEnd(sql`strict`) : reset).execute()
  await db.schema.createIndex('reset_account').on('reset').columns(['account_id', 'created_at']).execute()
  await db.schema.createIndex('reset_age').on('reset').column('created_at').execute()
  await db.schema
    .alterTable('session')
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
