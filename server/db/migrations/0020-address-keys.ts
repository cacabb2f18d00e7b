import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { emailKey } from '../../../core/text/normalise.ts'

/** Addresses are compared with their domain in NFKC form, without invisible characters around them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const isBeyondAscii = isSqlite ? sql`email_key glob '*[^ -~]*'` : sql`email_key ~ '[^ -~]'`
  const { rows } = await sql<{ id: string; email: string; email_key: string }>`
    select id, email, email_key from account where ${isBeyondAscii}`.execute(db)
  for (const { id, email, email_key } of rows) {
    const key = emailKey(email)
    // If two accounts now have the same address, the one that was typed in the normal form keeps it.
    if (key !== email_key)
      await sql`update account set email_key = ${key} where id = ${id}
        and not exists (select 1 from account as other where other.email_key = ${key})`.execute(db)
  }
}
