import { type Kysely, SqliteAdapter } from 'kysely'

/** What is known of a device's push service: its site, whether it ever took a message, and since when it refuses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await db.schema
    .alterTable('push_device')
    .addColumn('site', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['worked', 'refused_at'])
    await db.schema
      .alterTable('push_device')
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute()
}
