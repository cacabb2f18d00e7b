import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** An account's own settings by product: how often it is bought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('product_setting')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('days', whole, (column) => column.notNull())
    .addColumn('updated_at', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('product_setting_key', ['account_id', 'name'])
    .addForeignKeyConstraint('product_setting_to_account', ['account_id'], 'account', ['id'], (column) =>
      column.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
}
