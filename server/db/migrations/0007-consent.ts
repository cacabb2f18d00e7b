import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Whether a member has opened the list. Existing members count as having done so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .alterTable('member')
    .addColumn('accepted', isSqlite ? 'integer' : 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update member set accepted = 1`.execute(db)
}
