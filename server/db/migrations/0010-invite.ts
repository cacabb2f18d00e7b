import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Invitations to a list: links for one person each, who may not have an account yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('invite')
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('permission', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('used_by', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('revoked_at', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('invite_key', ['code'])
    .addForeignKeyConstraint('invite_to_list', ['list_id'], 'list', ['id'], (c) => c.onDelete('cascade'))
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  const index = (column: string) => db.schema.createIndex(`invite_${column}`).on('invite').column(column)
  for (const column of ['list_id', 'expires_at', 'email_key', 'used_by']) await index(column).execute()
}
