import BetterSqlite from 'better-sqlite3'
import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The bounds: a bare Fastify without plugins and hooks. Its routes do the least that could be called an answer:
 *   /kept      the bytes that ours answers, kept in memory
 *   /read/:id  the same rows of products, by one prepared statement, made JSON
 *   /tick/:id  the least durable transaction: the row, its list's head, the operation
 *   /sets, /adds  a thousand of those in one transaction, by prepared statements
 * It runs in a process of its own; the parent sends what to keep and from which database to read.
 */
export interface Given {
  database: string
  body: string
}

interface Change {
  list: string
  product: string
  bought: number
}

interface Storage {
  read: (list: string) => Promise<unknown[]> | unknown[]
  tick: (change: Change, n: number) => Promise<void> | void
}

const sqls = {
  read: 'select * from product where list_id = ? and deleted_at = 0 order by position, id',
  product: 'update product set bought = ?, ver = ver + 1 where list_id = ? and id = ?',
  head: 'update list set head = head + 1 where id = ?',
  operation:
    "insert into operation (list_id, op_id, client_id, seq, status, why, ver, at) values (?, ?, 'bare', ?, 'applied', '', ?, ?)",
}

function sqlite(path: string): Storage {
  const db = new BetterSqlite(path, { timeout: 5_000 })
  // As ours is: what is confirmed survives a power cut, what is deleted is overwritten.
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ])
    db.pragma(pragma)
  const read = db.prepare(sqls.read)
  const product = db.prepare(sqls.product)
  const head = db.prepare(sqls.head)
  const operation = db.prepare(sqls.operation)
  const tick = db.transaction(({ list, product: id, bought }: Change, n: number) => {
    product.run(bought, list, id)
    head.run(list)
    operation.run(list, `bare-${n}`, n, n, Date.now())
  }).immediate
  return { read: (list) => read.all(list), tick }
}

function postgres(url: string): Storage {
  const pool = new Pool({ connectionString: url, max: 10 })
  const [read, product, head, operation] = ['read', 'product', 'head', 'operation'].map((name) => {
    let n = 0
    return { name, text: sqls[name as keyof typeof sqls].replace(/\?/g, () => `$${++n}`) }
  })
  return {
    read: async (list) => (await pool.query({ ...read, text: read?.text ?? '', values: [list] })).rows,
    async tick({ list, product: id, bought }, n) {
      const client = await pool.connect()
      const run = (statement: typeof read, values: unknown[]) =>
        client.query({ ...statement, text: statement?.text ?? '', values })
      try {
        await client.query('begin')
        await run(product, [bought, list, id])
        await run(head, [list])
        await run(operation, [list, `bare-${n}`, n, n, Date.now()])
        await client.query('commit')
      } finally {
        client.release()
      }
    },
  }
}

process.once('message', ({ database, body }: Given) => {
  const storage = database.startsWith('sqlite:') ? sqlite(database.slice(7)) : postgres(database)
  const app = Fastify()
  let ticks = 0
  app.get('/kept', async (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  app.get<{ Params: { id: string } }>('/read/:id', async (request) => storage.read(request.params.id))
  app.post<{ Body: Change }>('/tick', async (request) => {
    await storage.tick(request.body, ++ticks)
    return { ok: true }
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  void app.listen({ port: 0, host: '127.0.0.1' }).then((url) => process.send?.(url))
})
