import type { Kysely } from 'kysely'

/** What an account wants to spend in a month on a category. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('category_budgets', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
