import type { Kysely } from 'kysely'

/** Who last changed or deleted a product; '' for earlier changes. The index serves the removal of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product')
    .addColumn('changed_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('product_changer').on('product').column('changed_by').execute()
}
