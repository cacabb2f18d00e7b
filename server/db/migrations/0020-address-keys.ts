import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { emailKey } from '../../../core/text/normalise.ts'

/** Addresses are compared by the NFKC form of their domain, without signs around them that nobody sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const isBeyondAscii = isSqlite ? sql`email_key glob '*[^ -~]*'` : sql`email_key ~ '[^ -~]'`
  const { rows } = await sql<{ id: string; email: string; email_key: string }>`
    select id, email, email_key from account where ${isBeyondAscii}`.execute(db)
  for (const { id, email, email_key } of rows) {
    const key = emailKey(email)
    // Where two accounts have come to be the same address, the one that was typed plainly keeps it.
    if (key !== email_key)
      await sql`update account set email_key = ${key} where id = ${id}
        and not exists (select 1 from account as other where other.email_key = ${key})`.execute(db)
  }
}
