import { type Kysely, SqliteAdapter } from 'kysely'

/** The currency of every price: all were in złoty until now. And a budget. Existing rows are not rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const table of ['list', 'template', 'barcode', 'account'])
    await db.schema
      .alterTable(table)
      .addColumn('currency', 'text', (c) => c.notNull().defaultTo('PLN'))
      .execute()
  await db.schema
    .alterTable('account')
    .addColumn('budget', isSqlite ? 'integer' : 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
