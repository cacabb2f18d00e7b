import type { Kysely } from 'kysely'

/** A note on a product beside its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['product', 'template_product'])
    await db.schema
      .alterTable(table)
      .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
