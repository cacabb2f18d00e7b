import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Keys that follow one another, and what tells a stolen session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const integer = isSqlite ? 'integer' : 'bigint'
  const keys = db.schema
    .createTable('signing_key')
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('from_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('signing_key_key', ['number'])
  await (isSqlite ? keys.modifyEnd(sql`strict`) : keys).execute()
  // The key so far goes on being accepted, and is followed at once: how old it is nobody knows.
  await sql`insert into signing_key (number, secret, from_at)
    select 1, value, 0 from meta where key = 'signingKey'`.execute(db)
  await sql`delete from meta where key = 'signingKey'`.execute(db)

  const column = (name: string, fallback: number) =>
    db.schema
      .alterTable('session')
      .addColumn(name, integer, (c) => c.notNull().defaultTo(fallback))
      .execute()
  await column('used_at', 0)
  await column('doubled', 0)
  await column('bound', 0)
  // Sessions from before have a cookie of the old name.
  await column('plain_cookie', 1)
}
