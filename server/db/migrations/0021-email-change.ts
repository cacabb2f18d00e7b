import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Changes of an account's address that wait for the codes from both mailboxes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('email_change')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('old_code', 'text', (c) => c.notNull())
    .addColumn('new_code', 'text', (c) => c.notNull())
    .addColumn('tries', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('email_change_key', ['account_id'])
    .addForeignKeyConstraint('email_change_of_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  await db.schema.createIndex('email_change_age').on('email_change').column('expires_at').execute()
}
