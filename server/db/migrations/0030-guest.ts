import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Links with which guests change one list, and the accounts of guests, which end with their link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('guest_link')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('list_id', 'text', (column) => column.notNull())
    .addColumn('permission', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', whole, (column) => column.notNull())
    .addColumn('expires_at', whole, (column) => column.notNull())
    .addColumn('revoked_at', whole, (column) => column.notNull().defaultTo(0))
    .addForeignKeyConstraint('guest_link_to_list', ['list_id'], 'list', ['id'], (column) =>
      column.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  await db.schema.createIndex('guest_link_list').on('guest_link').column('list_id').execute()
  await db.schema.createIndex('guest_link_age').on('guest_link').column('expires_at').execute()
  await db.schema
    .alterTable('account')
    .addColumn('guest_of', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('account')
    .addColumn('guest_link', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`create index account_guest on account (guest_of) where guest_of <> ''`.execute(db)
}
