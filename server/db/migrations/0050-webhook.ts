import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Addresses that are told what changes in lists, and the outbox of what they are told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'bigint'
  const hook = db.schema
    .createTable('webhook')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('lists', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addForeignKeyConstraint('webhook_to_account', ['account_id'], 'account', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? hook.modifyEnd(sql`strict`) : hook).execute()
  await db.schema.createIndex('webhook_account').on('webhook').column('account_id').execute()

  const delivery = db.schema
    .createTable('webhook_delivery')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('list_id', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('next_at', whole, (c) => c.notNull())
    .addColumn('ends_at', whole, (c) => c.notNull())
    .addColumn('attempts', whole, (c) => c.notNull())
    .addColumn('status', whole, (c) => c.notNull())
    .addColumn('done_at', whole, (c) => c.notNull())
    .addForeignKeyConstraint('webhook_delivery_to_webhook', ['webhook_id'], 'webhook', ['id'], (c) =>
      c.onDelete('cascade'),
    )
  await (isSqlite ? delivery.modifyEnd(sql`strict`) : delivery).execute()
  const table = 'webhook_delivery'
  await db.schema.createIndex('webhook_delivery_due').on(table).columns(['done_at', 'next_at']).execute()
  await db.schema
    .createIndex('webhook_delivery_hook')
    .on(table)
    .columns(['webhook_id', 'created_at'])
    .execute()
  await db.schema.createIndex('webhook_delivery_age').on(table).column('created_at').execute()
}
