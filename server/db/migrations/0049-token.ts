import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Personal tokens: what lets other apps of a person in, with less than the person may do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  const token = db.schema
    .createTable('token')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('lists', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .addColumn('used_at', whole, (c) => c.notNull())
    .addForeignKeyConstraint('token_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? token.modifyEnd(sql`strict`) : token).execute()
  await db.schema.createIndex('token_account').on('token').column('account_id').execute()
  await db.schema.createIndex('token_hash').on('token').column('hash').execute()
  await db.schema.createIndex('token_age').on('token').column('expires_at').execute()
}
