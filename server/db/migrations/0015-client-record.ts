import { type Kysely, SqliteAdapter } from 'kysely'

/**
 * What a client was refused, beside its sequence, and when it last sent something. 0: before this was noted; the first
 * night dates them.
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
