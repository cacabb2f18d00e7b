import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * When a list ends because its owner deletes the account (0: it stays), and from whom somebody took it over; and who
 * asked to use an invitation that was mailed to another address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  await db.schema
    .alterTable('list')
    .addColumn('ends_at', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('list')
    .addColumn('taken_from', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  // The accounts that are being deleted already.
  await sql`update list set ends_at = (select deleted_at + 2592000000 from account where account.id = list.owner_id)
    where deleted_at = 0 and owner_id in (select id from account where status = 'D')`.execute(db)
  await sql`create index list_taken_from on list (taken_from) where taken_from <> ''`.execute(db)
  await db.schema
    .alterTable('invite')
    .addColumn('asked_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('invite')
    .addColumn('asked_at', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index invite_asked_by on invite (asked_by) where asked_by <> ''`.execute(db)
}
