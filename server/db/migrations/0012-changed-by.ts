import type { Kysely } from 'kysely'

/** Who changed a product last, be it by deleting it. Of earlier changes nobody knows. The index is for the removal of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product')
    .addColumn('changed_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('product_changer').on('product').column('changed_by').execute()
}
