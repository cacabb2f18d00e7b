import { type Kysely, SqliteAdapter } from 'kysely'

/** Purchases without a known price are kept too: habits come from all of them. Old ones all have a price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .alterTable('purchase')
    .addColumn('price_unknown', isSqlite ? 'integer' : 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
