import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The pictures of people, one for each account. Before, they were files on the server's disk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = db.schema
    .createTable('picture')
    .addColumn('name', 'text', (c) => c.notNull().primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('bytes', isSqlite ? 'blob' : 'bytea', (c) => c.notNull())
    .addColumn('created_at', isSqlite ? 'integer' : 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('picture_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  await db.schema.createIndex('picture_account').unique().on('picture').column('account_id').execute()
}
