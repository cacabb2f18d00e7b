import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Db, openDatabase } from '../../server/db/open.ts'
import type { Reply, TestServer } from './server.ts'

export type StoredRow = Record<string, string | number>

/** What a write did to a table. For a changed row: its key and the changed columns. */
export interface Diff {
  added?: StoredRow[]
  changed?: StoredRow[]
  /** their keys */
  removed?: StoredRow[]
}

const keys: Record<string, readonly string[]> = {
  meta: ['key'],
  picture: ['name'],
  activation: ['code_hash'],
  reset: ['code_hash'],
  email_change: ['account_id'],
  member: ['list_id', 'account_id'],
  household: ['account_id', 'person_id'],
  invite: ['code'],
  product: ['list_id', 'id'],
  purchase: ['list_id', 'ticked_at', 'product_id'],
  purchase_reader: ['account_id', 'list_id'],
  client: ['list_id', 'client_id'],
  operation: ['list_id', 'op_id'],
  idempotency: ['account_id', 'key'],
  template_product: ['template_id', 'id'],
  barcode: ['account_id', 'code'],
  list_setting: ['account_id', 'list_id'],
  shop_setting: ['account_id', 'shop'],
  product_setting: ['account_id', 'name'],
  trip: ['list_id', 'account_id'],
  trip_device: ['list_id', 'account_id', 'session_id'],
  guest_link: ['code'],
  push_device: ['account_id', 'device_id'],
  push_event: ['account_id', 'device_id', 'id'],
}

/**
 * Ignored tables. A mail leaves its table at no fixed time, once it is sent; mail tests read the files. Every write
 * counts in `tally`, which the tests of the limits check, and every change is in `change_log`, which history.test.ts
 * checks.
 */
const passing = ['mail', 'tally', 'change_log']

/**
 * Returns a function that runs a write and returns, by table, what it changed in the database. Reads through a separate
 * connection, because the write's own answer could come from memory.
 */
export async function storedBy(
  server: TestServer,
): Promise<(write: () => Promise<Reply>) => Promise<{ reply: Reply; stored: Record<string, Diff> }>> {
  const other = await openDatabase(server.app.services.config.database)
  onTestFinished(() => other.destroy())
  const tables = (await other.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !passing.includes(name) && !name.startsWith('kysely'))
  return async (write) => {
    const before = await read(other, tables)
    const reply = await write()
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
    const after = await read(other, tables)
    const diffs = tables.map((table) => [table, diff(table, before[table]!, after[table]!)] as const)
    return { reply, stored: Object.fromEntries(diffs.filter(([, one]) => Object.keys(one).length > 0)) }
  }
}

type Table = Map<string, StoredRow>

function keyOf(table: string, row: StoredRow): StoredRow {
  return Object.fromEntries((keys[table] ?? ['id']).map((column) => [column, row[column]!]))
}

async function read(db: Db, tables: readonly string[]): Promise<Record<string, Table>> {
  const all: Record<string, Table> = {}
  for (const table of tables) {
    const { rows } = await sql<
      Record<string, string | number | Buffer>
    >`select * from ${sql.table(table)}`.execute(db)
    const byKey = rows.map(asText).map((row) => [JSON.stringify(keyOf(table, row)), row] as const)
    all[table] = new Map(byKey.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  return all
}

/** Bytes as base64, so that they can be compared. */
function asText(row: Record<string, string | number | Buffer>): StoredRow {
  const texts = Object.entries(row).map(([column, value]) => [
    column,
    Buffer.isBuffer(value) ? value.toString('base64') : value,
  ])
  return Object.fromEntries(texts)
}

function diff(table: string, before: Table, after: Table): Diff {
  const added = [...after].filter(([key]) => !before.has(key)).map(([, row]) => row)
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, row]) => keyOf(table, row))
  const changed = [...after].flatMap(([key, row]) => {
    const old = before.get(key)
    const columns = old ? Object.entries(row).filter(([column, value]) => old[column] !== value) : []
    return columns.length > 0 ? [{ ...keyOf(table, row), ...Object.fromEntries(columns) }] : []
  })
  return {
    ...(added.length > 0 && { added: added.toSorted(byPlace) }),
    ...(changed.length > 0 && { changed }),
    ...(removed.length > 0 && { removed }),
  }
}

/** Sorts by the order of a list or a template, if there is one. */
function byPlace(a: StoredRow, b: StoredRow): number {
  const [x, y] = [a['position'] ?? a['place'] ?? 0, b['position'] ?? b['place'] ?? 0]
  return x < y ? -1 : x > y ? 1 : 0
}
