import type { Kysely } from 'kysely'

/** The session that a trip ends with; '' for trips that began before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('trip')
    .addColumn('session_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
