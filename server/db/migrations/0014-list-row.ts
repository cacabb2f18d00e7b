import { type Kysely, SqliteAdapter } from 'kysely'

/**
 * A list becomes a row of its own stream, with a version and stamps as a product has them; existing lists get version
 * 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  const column = (name: string, type: 'text' | typeof integer, initial: string | number) =>
    db.schema
      .alterTable('list')
      .addColumn(name, type, (c) => c.notNull().defaultTo(initial))
      .execute()
  await column('ver', integer, 0)
  await column('field_ver', 'text', '{"*":0}')
  await column('field_at', 'text', '{"*":0}')
  await column('field_by', 'text', '{"*":""}')
}
