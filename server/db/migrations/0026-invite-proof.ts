import type { Kysely } from 'kysely'

/** The hash of the secret that only the mail of an invitation contains; '' for a link that was not mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('invite')
    .addColumn('proof_hash', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
