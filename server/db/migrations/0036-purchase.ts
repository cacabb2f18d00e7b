import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * When each product was ticked, and the purchases that no product shows any more. The tick's time is the stamp of its
 * field. Deleted products whose texts are erased have no stamps, so their ticks stay unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  await db.schema
    .alterTable('product')
    .addColumn('ticked_at', whole, (c) => c.notNull().defaultTo(0))
    .execute()
  const stamp = isSqlite
    ? sql`cast(coalesce(field_at ->> '$.productStatus', field_at ->> '$."*"') as integer)`
    : sql`cast(coalesce((field_at::json) ->> 'productStatus', (field_at::json) ->> '*') as numeric)::bigint`
  await sql`update product set ticked_at = coalesce(case when field_at like '{%' then ${stamp} end, 0)
    where bought = 1`.execute(db)

  const purchase = db.schema
    .createTable('purchase')
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('ticked_at', whole, (c) => c.notNull())
    .addColumn('price', whole, (c) => c.notNull())
    .addColumn('quantity', whole, (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('at', whole, (c) => c.notNull())
    .addPrimaryKeyConstraint('purchase_key', ['list_id', 'ticked_at', 'product_id'])
    .addForeignKeyConstraint('purchase_to_list', ['list_id'], 'list', ['id'], (c) => c.onDelete('cascade'))
  await (isSqlite ? purchase.modifyEnd(sql`strict, without rowid`) : purchase).execute()
  await db.schema.createIndex('purchase_age').on('purchase').column('ticked_at').execute()

  const reader = db.schema
    .createTable('purchase_reader')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('deleted_at', whole, (c) => c.notNull())
    .addPrimaryKeyConstraint('purchase_reader_key', ['account_id', 'list_id'])
    .addForeignKeyConstraint('purchase_reader_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? reader.modifyEnd(sql`strict`) : reader).execute()
  await db.schema.createIndex('purchase_reader_list').on('purchase_reader').column('list_id').execute()
  await db.schema.createIndex('purchase_reader_age').on('purchase_reader').column('deleted_at').execute()
}
