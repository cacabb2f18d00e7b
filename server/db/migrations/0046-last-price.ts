import type { Kysely } from 'kysely'

/** What the products of a copy cost before; 0: not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['last_price', 'last_price_day'])
    await db.schema
      .alterTable('product')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
}
