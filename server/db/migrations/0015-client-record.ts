import { type Kysely, SqliteAdapter } from 'kysely'

/**
 * The operations that a client was refused, and when it last sent one. 0 means before this column existed; the first
 * nightly job fills in a date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await db.schema
    .alterTable('client')
    .addColumn('refused', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('client')
    .addColumn('at', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('client_age').on('client').column('at').execute()
}
