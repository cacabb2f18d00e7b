import { createHmac, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { hashCode } from '../codes.ts'

interface Row {
  id: string
  access_at: number
  refreshes: number
}

/** how many sessions are changed at a time */
const atOnce = 500

/**
 * Tokens are random and stored as hashes; before, keys signed them. The hashes of the signed ones that a device may hold
 * are stored too, so that nobody is logged out. The number of the newest refresh token gets another name, so that an
 * instance of before fails instead of refusing a token.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').renameColumn('generation', 'refreshes').execute()
  for (const column of ['salt', 'tokens'])
    await db.schema
      .alterTable('session')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  const { rows: keys } = await sql<{ secret: string }>`select secret from signing_key`.execute(db)
  let after = ''
  while (keys.length > 0) {
    const { rows } = await sql<Row>`select id, access_at, refreshes from session where id > ${after}
      order by id limit ${sql.lit(atOnce)}`.execute(db)
    if (rows.length === 0) break
    after = rows.at(-1)?.id ?? ''
    const secrets = keys.map(({ secret }) => Buffer.from(secret, 'base64url'))
    const changed = rows.map(
      (row) => sql`(${row.id}, ${randomBytes(32).toString('base64url')}, ${hashesOf(row, secrets)})`,
    )
    await sql`update session set salt = given.column2, tokens = given.column3
      from (values ${sql.join(changed)}) as given where session.id = given.column1`.execute(db)
  }
  // Whose newest pair was never used may hold an older access token, which is not known: there the cookie is enough.
  await sql`update session set bound = 0 where bound = 1 and refreshes > 1 and used_at = 0`.execute(db)
  await db.schema.dropTable('signing_key').execute()
}

/** The answer with the newest refresh token may have been lost: so the device may hold the one before it. */
function hashesOf({ id, access_at, refreshes }: Row, keys: Buffer[]): string {
  const signed = (kind: string, n: number) => {
    const plain = `${kind}.${id}.${n.toString(36)}`
    return keys.map((key) => `${plain}.${createHmac('sha256', key).update(plain).digest('base64url')}`)
  }
  const access = signed('a', access_at)
  const halves = access.map((token) => `half ${token.slice(0, -21)}`)
  return [...access, ...halves, ...signed('r', refreshes), ...signed('r', refreshes - 1)]
    .map((token) => hashCode(token))
    .join(' ')
}
