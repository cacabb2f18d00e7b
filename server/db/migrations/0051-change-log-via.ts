import type { Kysely } from 'kysely'

/** With which app a change was made. Changes before this were made with our own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('change_log')
    .addColumn('via', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
