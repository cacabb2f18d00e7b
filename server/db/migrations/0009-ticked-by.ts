import type { Kysely } from 'kysely'

/** Who ticked a product; '' for earlier ticks, where it is unknown. The index serves the removal of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product')
    .addColumn('ticked_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('product_ticker').on('product').column('ticked_by').execute()
}
