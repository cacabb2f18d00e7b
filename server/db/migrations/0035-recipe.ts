import type { Kysely } from 'kysely'

/** For how many portions a template is (0: it does not say), and the address of the recipe that it is from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('template')
    .addColumn('portions', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('template')
    .addColumn('source', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
