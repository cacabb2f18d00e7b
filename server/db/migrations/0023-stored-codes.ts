import { type Kysely, sql } from 'kysely'
import { hashCode } from '../codes.ts'

/** Stores the codes of invitations to lists as hashes; links that were already sent keep working. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ code: string }>`select code from invite`.execute(db)
  for (const { code } of rows)
    await sql`update invite set code = ${hashCode(code)} where code = ${code}`.execute(db)
  // Answers kept for retries contain the codes too. Only answers to a new invitation match, whatever texts people
  // typed.
  await sql`delete from idempotency where answer like '{"code":"%","url":"%/invite/%"}'`.execute(db)
}
