import { existsSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { DatabaseAddress, Trx } from '../../db/open.ts'
import { patientDialect } from '../../db/postgres.ts'
import type { Schema } from '../../db/schema.ts'
import { avatarFiles, readAvatarFile } from '../../files/avatar-files.ts'
import { createSum, format, OperatorError, type Piece } from './pieces.ts'
import { countRows, rowsOf, schemaOf, type Table, tablesOf } from './tables.ts'

/**
 * Runs `work` on a snapshot of the database. A server may write at the same time; neither waits for the other (in
 * SQLite because of its write-ahead log, in PostgreSQL because of snapshot isolation).
 */
export async function atOneMoment<T>(address: DatabaseAddress, work: (trx: Trx) => Promise<T>): Promise<T> {
  const db = new Kysely<Schema>({
    dialect: 'postgres' in address ? patientDialect(address.postgres) : readOnly(address.sqlite),
  })
  try {
    const transaction = db.transaction()
    return await (
      'postgres' in address
        ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
        : transaction
    ).execute(work)
  } finally {
    await db.destroy()
  }
}

function readOnly(path: string): SqliteDialect {
  if (path === ':memory:' || !existsSync(path))
    throw new OperatorError(
      `There is no database at ${path}. Nothing was changed; is DATABASE_URL or DATA_DIR right?`,
    )
  return new SqliteDialect({ database: new BetterSqlite(path, { readonly: true, timeout: 5_000 }) })
}

// Decision 110: a backup does not let anybody log in.
/**
 * Tables that a backup omits, because anybody who reads it could use them: mails with links, pending changes of an
 * address with their short codes, and what notifications and webhooks need. All other codes are long and stored as hashes.
 */
const secrets: readonly string[] = [
  // Signs sessions, in a database that was not upgraded yet.
  'signing_key',
  'mail',
  'email_change',
  'push_key',
  'push_device',
  'push_event',
  // Their secrets sign what they are told.
  'webhook',
  'webhook_delivery',
]

/** Columns that a backup leaves empty, so that sessions, tokens and codes of apps end where it is restored. */
const blank = { session: ['salt', 'tokens'], token: ['hash'], proof: ['secret'] } as Record<string, string[]>

/**
 * Yields the whole database and, unless `dataDir` is null, those avatars of its accounts that are still files. With 'no
 * secrets' it may leave the machine, and restoring it ends all sessions.
 * @param onRows gets how many of all rows have been yielded
 */
export async function* piecesOf(
  trx: Trx,
  dataDir: string | null,
  now: number,
  which: 'all' | 'no secrets' = 'all',
  onRows?: (done: number, total: number) => void,
): AsyncGenerator<Piece> {
  const schema = await schemaOf(trx)
  if (schema === '')
    throw new OperatorError(
      'The database is empty: no Koszyk has run on it yet, and there is nothing to copy.',
    )
  yield { kind: 'header', format, schema, madeAt: new Date(now).toISOString() }
  const tables = await tablesOf(trx)
  const files = dataDir === null ? new Set<string>() : await avatarFiles(dataDir)
  const isLeftOut = ({ name }: Table) => which === 'no secrets' && secrets.includes(name)
  const total = onRows
    ? await countRows(
        trx,
        tables.filter((table) => !isLeftOut(table)),
      )
    : 0
  let done = 0
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name)
    yield { kind: 'table', table: table.name, columns }
    const sum = createSum()
    const pictures: string[] = []
    const isBlank = (i: number) => which === 'no secrets' && blank[table.name]?.includes(columns[i] ?? '')
    for await (const all of isLeftOut(table) ? [] : rowsOf(trx, table)) {
      const rows = blank[table.name]
        ? all.map((row) => row.map((value, i) => (isBlank(i) ? '' : value)))
        : all
      sum.add(rows)
      yield { kind: 'rows', rows }
      onRows?.((done += rows.length), total)
      if (table.name === 'account')
        pictures.push(...rows.map((row) => row[columns.indexOf('image_name')] ?? ''))
    }
    yield { kind: 'end', table: table.name, ...sum.get() }
    if (dataDir === null) continue
    for (const name of pictures.filter((picture) => files.has(picture))) {
      // An avatar that was replaced meanwhile is gone.
      const picture = await readAvatarFile(dataDir, name)
      if (picture) yield { kind: 'file', name, base64: picture.toString('base64') }
    }
  }
}
