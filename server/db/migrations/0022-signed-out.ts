import { type Kysely, SqliteAdapter } from 'kysely'

/** Whether a session was ended by its person, so that the device it was on clears what the person stored there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await db.schema
    .alterTable('session')
    .addColumn('signed_out', integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
