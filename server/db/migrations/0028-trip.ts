import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Who is shopping from which list now, and which accounts do not tell the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  await db.schema
    .alterTable('account')
    .addColumn('quiet_trips', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  const table = db.schema
    .createTable('trip')
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('started_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('trip_key', ['list_id', 'account_id'])
    .addForeignKeyConstraint('trip_to_list', ['list_id'], 'list', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('trip_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  await db.schema.createIndex('trip_account').on('trip').column('account_id').execute()
  await db.schema.createIndex('trip_age').on('trip').column('started_at').execute()
}
