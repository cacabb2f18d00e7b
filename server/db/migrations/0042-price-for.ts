import type { Kysely } from 'kysely'

/** What a price is for. Old prices are for one unit, as they always were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['product', 'template_product', 'purchase'])
    await db.schema
      .alterTable(table)
      .addColumn('price_for', 'text', (c) => c.notNull().defaultTo('unit'))
      .execute()
}
