import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** When a member's permission was changed, and with whom an account shares every new list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  await db.schema
    .alterTable('member')
    .addColumn('changed_at', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  const table = db.schema
    .createTable('household')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('permission', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('household_key', ['account_id', 'person_id'])
    .addForeignKeyConstraint('household_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('household_to_person', ['person_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  // Removing an account removes it from everybody's household.
  await db.schema.createIndex('household_person').on('household').column('person_id').execute()
}
