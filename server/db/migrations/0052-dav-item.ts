import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** What calendar programs call products, and what they wrote that a product has no field for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('dav_item')
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dav_item_key', ['list_id', 'product_id'])
    .addForeignKeyConstraint(
      'dav_item_to_product',
      ['list_id', 'product_id'],
      'product',
      ['list_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
}
