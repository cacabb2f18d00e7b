import { type Kysely, sql } from 'kysely'
import { hashCode } from '../codes.ts'

/** The codes of invitations to lists are kept as hashes; links that are out there go on working. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ code: string }>`select code from invite`.execute(db)
  for (const { code } of rows)
    await sql`update invite set code = ${hashCode(code)} where code = ${code}`.execute(db)
  // Answers kept for retries hold the codes too. Only those to a new invitation look like this, whatever people wrote.
  await sql`delete from idempotency where answer like '{"code":"%","url":"%/invite/%"}'`.execute(db)
}
