import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The devices of a person that are on a trip, and when each was last seen. A trip lasts as long as one of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = db.schema
    .createTable('trip_device')
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('seen_at', isSqlite ? 'integer' : 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('trip_device_key', ['list_id', 'account_id', 'session_id'])
    .addForeignKeyConstraint(
      'trip_device_to_trip',
      ['list_id', 'account_id'],
      'trip',
      ['list_id', 'account_id'],
      (c) => c.onDelete('cascade'),
    )
  await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
  await db.schema.createIndex('trip_device_session').on('trip_device').column('session_id').execute()
  await db.schema.createIndex('trip_device_seen').on('trip_device').column('seen_at').execute()
  await sql`insert into trip_device (list_id, account_id, session_id, seen_at)
    select list_id, account_id, session_id, started_at from trip where session_id <> ''`.execute(db)
}
