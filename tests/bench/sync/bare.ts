import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import Fastify from 'fastify'
import { Product } from '../../../core/contract/product.ts'
import { shownOf } from '../../../core/product/fields.ts'
import { fields, productFields } from '../../../core/product/table.ts'
import type { Row } from '../../../core/contract/shapes.ts'
import type { ProductChange } from '../../../core/sync/change.ts'

/**
 * The minimum cost: writes the same operations to the same rows in one durable transaction and returns the
 * rows, without accounts, merging or a second device. A separate process, like the real server.
 */
const folder = mkdtempSync(join(tmpdir(), 'koszyk-bare-'))
const sqlite = new BetterSqlite(join(folder, 'bare.sqlite'))
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
const columns = Object.keys(Product.properties).filter((name) => name !== 'id')
sqlite.exec(`create table product (list text, id text, ${columns.join()}, deleted, primary key (list, id))`)
const marks = columns.map(() => '?').join()
const insert = sqlite.prepare(`insert or replace into product values (?, ?, ${marks}, null)`)
const remove = sqlite.prepare('update product set deleted = 1, ver = ? where list = ? and id = ?')
const sets = new Map(
  columns.map((name) => [
    name,
    sqlite.prepare(`update product set ${name} = ?, ver = ? where list = ? and id = ?`),
  ]),
)
const all = sqlite.prepare(
  `select id, ${columns.join()} from product where list = ? and deleted is null order by ver`,
)

type Plain = Record<string, unknown>
/** A row's own columns keep what is no text or number, such as the fields that are its reader's own, as JSON. */
const stored = (value: unknown) => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)
}
const put = (list: string, id: string, row: Plain) =>
  insert.run(list, id, ...columns.map((name) => stored(row[name])))

let ver = 0
const push = sqlite.transaction((list: string, ops: ProductChange[]) => {
  for (const op of ops) {
    ver++
    if (op.op === 'add') {
      put(list, op.rowId, { ...shownOf(fields, op.value), ver })
    } else if (op.op === 'delete') remove.run(ver, list, op.rowId)
    else sets.get(productFields[op.field].shown)?.run(stored(op.value), ver, list, op.rowId)
  }
})
const fill = sqlite.transaction((list: string, rows: Row[]) => {
  for (const row of rows) put(list, row.id, row)
})

const app = Fastify({ bodyLimit: 8 << 20 })
app.post<{ Params: { list: string }; Body: { ops: ProductChange[] } }>(
  '/bare/:list/push',
  async ({ params, body }) => {
    push(params.list, body.ops)
    return { ver }
  },
)
app.post<{ Params: { list: string }; Body: Row[] }>('/bare/:list/rows', async ({ params, body }) => {
  fill(params.list, body)
  return { ver }
})
app.get<{ Params: { list: string } }>('/bare/:list/rows', async ({ params }) => {
  const rows = all.all(params.list) as Plain[]
  return rows.map((row) => ({
    ...row,
    productStatus: row['productStatus'] === 1,
    priceUnknown: row['priceUnknown'] === 1 || undefined,
  }))
})
process.on('disconnect', () => {
  sqlite.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
await app.listen({ port: 0, host: 'localhost' })
const address = app.server.address()
process.send?.(typeof address === 'object' ? address?.port : 0)
