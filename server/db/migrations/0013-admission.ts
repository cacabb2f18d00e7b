import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Who may register when registration is not open: links from the operator and invitations to lists, one account each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  const table = db.schema
    .createTable('admission')
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addColumn('registered_at', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('revoked_at', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('admission_key', ['code_hash'])
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  for (const column of ['expires_at', 'email_key'])
    await db.schema.createIndex(`admission_${column}`).on('admission').column(column).execute()
  await db.schema
    .alterTable('invite')
    .addColumn('registered_at', integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
