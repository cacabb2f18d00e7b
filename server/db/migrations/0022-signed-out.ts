import { type Kysely, SqliteAdapter } from 'kysely'

/** Whether a user signed out of a session, so that its device clears the user's stored data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await db.schema
    .alterTable('session')
    .addColumn('signed_out', integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
