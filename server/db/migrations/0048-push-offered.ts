import { type Kysely, SqliteAdapter } from 'kysely'

/** Whether notifications were offered to an account, which happens once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await db.schema
    .alterTable('account')
    .addColumn('push_offered', integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
