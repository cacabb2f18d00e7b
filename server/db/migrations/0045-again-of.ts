import type { Kysely } from 'kysely'

/** The list that was shopped again, or copied with its members, as this one; '' for most lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('list')
    .addColumn('again_of', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
