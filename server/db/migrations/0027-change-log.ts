import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** What changed in each list, for 30 days. Its only index is its key: each change to a list writes here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('change_log')
    .addColumn('list_id', 'text', (column) => column.notNull())
    .addColumn('ver', whole, (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('product_name', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('old_value', 'text', (column) => column.notNull())
    .addColumn('new_value', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('change_log_key', ['list_id', 'ver', 'field'])
    .addForeignKeyConstraint('change_log_to_list', ['list_id'], 'list', ['id'], (column) =>
      column.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict, without rowid`) : table).execute()
}
