import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Rotating signing keys, and session columns that help to detect a stolen session. */
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
  // The present key stays accepted but is replaced at once, because its age is unknown.
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
  // Existing sessions have a cookie with the old name.
  await column('plain_cookie', 1)
}
