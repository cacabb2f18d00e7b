import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Devices that get notifications, the outbox of what is to be sent to them, and the key that signs it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  const key = db.schema
    .createTable('push_key')
    .addColumn('id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('private_key', 'text', (c) => c.notNull())
  await (isSqlite ? key.modifyEnd(sql`strict`) : key).execute()
  const device = db.schema
    .createTable('push_device')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('kinds', 'text', (c) => c.notNull())
    .addColumn('lists', 'text', (c) => c.notNull())
    .addColumn('quiet', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .addColumn('failures', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('retry_at', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('push_device_key', ['account_id', 'device_id'])
    .addForeignKeyConstraint('push_device_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? device.modifyEnd(sql`strict`) : device).execute()
  // An endpoint belongs to the account that registered it last.
  await db.schema.createIndex('push_device_endpoint').unique().on('push_device').column('endpoint').execute()
  await db.schema.createIndex('push_device_session').on('push_device').column('session_id').execute()
  const event = db.schema
    .createTable('push_event')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('amount', integer, (c) => c.notNull())
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addColumn('next_at', integer, (c) => c.notNull())
    .addColumn('claimed_until', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('push_event_key', ['account_id', 'device_id', 'id'])
    .addForeignKeyConstraint(
      'push_event_to_device',
      ['account_id', 'device_id'],
      'push_device',
      ['account_id', 'device_id'],
      (c) => c.onDelete('cascade'),
    )
  await (isSqlite ? event.modifyEnd(sql`strict`) : event).execute()
  await db.schema.createIndex('push_event_at').on('push_event').column('at').execute()
}
