import type { Kysely } from 'kysely'

/** Who ticked a product. Of what was ticked before, nobody knows. The index is for the removal of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product')
    .addColumn('ticked_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('product_ticker').on('product').column('ticked_by').execute()
}
