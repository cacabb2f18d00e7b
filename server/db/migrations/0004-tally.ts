import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Request counters for rate limits that all instances share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const tally = db.schema
    .createTable('tally')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('ends_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('tally_key', ['key'])
  await (isSqlite ? tally.modifyEnd(sql`strict`) : tally).execute()
}
