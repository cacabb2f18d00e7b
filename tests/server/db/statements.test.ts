import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase, type Trx } from '../../../server/db/open.ts'
import { postgresDialect } from '../../../server/db/postgres.ts'
import { run, statement } from '../../../server/db/statement.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, testServer } from '../../support/server.ts'

async function open(): Promise<{ db: Db; url: string }> {
  const url = await freshDatabase()
  const db = await openDatabase(dialect === 'sqlite' ? { sqlite: url.slice(7) } : { postgres: url })
  onTestFinished(() => db.destroy())
  return { db, url }
}

const store = statement((db, { key, value }: { key: string; value: string }) =>
  db.insertInto('meta').values({ key, value }),
)
const read = statement((db, { key }: { key: string }) =>
  db.selectFrom('meta').select(['key', 'value']).where('key', '=', key),
)

const keysOf = async (db: Db) =>
  (await db.selectFrom('meta').select('key').where('key', 'like', 'mine%').execute()).map(({ key }) => key)

const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((later) => setImmediate(later))
}

test('API a statement behind one that failed is never run by itself, outside of its transaction', async () => {
  const { db } = await open()
  for (const late of [0, 1, 2, 5, 20, 50]) {
    await store.rows(db, { key: `taken ${late}`, value: '' })
    const started: Promise<unknown>[] = []
    const later = async (n: number, work: () => Promise<unknown>) => {
      await turns(n)
      const done = work()
      started.push(done.catch(() => undefined))
      await done
    }
    const failing = db.transaction().execute(async (trx) => {
      await read.rows(trx, { key: 'any' })
      await Promise.all([
        store.rows(trx, { key: 'mine 1', value: '' }),
        store.rows(trx, { key: `taken ${late}`, value: '' }),
        store.rows(trx, { key: 'mine 2', value: '' }),
        later(late, () => store.rows(trx, { key: 'mine 3', value: '' })),
        later(late, () => trx.insertInto('meta').values({ key: 'mine 4', value: '' }).execute()),
      ])
    })
    await expect(failing).rejects.toThrow(/unique/i)
    await turns(late + 20)
    await Promise.all(started)
    expect(await keysOf(db)).toEqual([])
  }
})

test('API a transaction that is over takes no more statements, whichever way they come', async () => {
  const { db } = await open()
  let kept: Trx | undefined
  await db.transaction().execute(async (trx) => {
    kept = trx
    await store.rows(trx, { key: 'mine 1', value: '' })
  })
  if (!kept) throw new Error('none')
  await expect(store.rows(kept, { key: 'mine 2', value: '' })).rejects.toThrow(/over|released/)
  await expect(run(kept, store.with(db, { key: 'mine 3', value: '' }))).rejects.toThrow(/over|released/)
  expect(await keysOf(db)).toEqual(['mine 1'])
})

test('API a failure that nobody looked at does not become a commit', async () => {
  const { db } = await open()
  await store.rows(db, { key: 'taken', value: '' })
  const hiding = db.transaction().execute(async (trx) => {
    await store.rows(trx, { key: 'mine 1', value: '' })
    if (dialect === 'sqlite') await sql`rollback`.execute(trx)
    else await store.rows(trx, { key: 'taken', value: '' }).catch(() => undefined)
  })
  await expect(hiding).rejects.toThrow(/rolled back|over|unique/)
  expect(await keysOf(db)).toEqual([])
})

test('API a statement whose first use failed with its transaction works in the next', async () => {
  const { db } = await open()
  await store.rows(db, { key: 'taken', value: '' })
  const fresh = statement((its, { key }: { key: string }) =>
    its.selectFrom('meta').select('value').where('key', '=', key),
  )
  const failing = db.transaction().execute(async (trx) => {
    await Promise.all([
      store.rows(trx, { key: 'taken', value: '' }),
      fresh.rows(trx, { key: 'taken' }),
      fresh.rows(trx, { key: 'taken' }),
    ])
  })
  await expect(failing).rejects.toThrow(/unique/i)
  const again = await db
    .transaction()
    .execute((trx) => Promise.all([1, 2].map(() => fresh.rows(trx, { key: 'taken' }))))
  expect(again).toEqual([[{ value: '' }], [{ value: '' }]])
})

test('API a transaction has the isolation that was asked for, from its first statement on', async () => {
  if (dialect === 'sqlite') return
  const { db } = await open()
  const level = sql<{ level: string }>`select current_setting('transaction_isolation') as level`
  for (const wanted of ['read committed', 'repeatable read', 'serializable'] as const) {
    const asked = db.transaction().setIsolationLevel(wanted)
    const { rows } = await asked.execute((trx) => level.execute(trx))
    expect(rows).toEqual([{ level: wanted }])
  }
})

test('API where a transaction cannot begin, nothing of it is stored', async () => {
  if (dialect === 'sqlite') return
  const { db, url } = await open()
  const driver = postgresDialect(url).createDriver()
  const connection = await driver.acquireConnection()
  await driver.beginTransaction(connection, { isolationLevel: 'none such' as never })
  const all = await Promise.allSettled([
    connection.executeQuery(store.with(db, { key: 'mine 1', value: '' })),
    connection.executeQuery(read.with(db, { key: 'any' })),
    connection.executeQuery(store.with(db, { key: 'mine 2', value: '' })),
  ])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(driver.rollbackTransaction(connection)).rejects.toThrow(/syntax/)
  await driver.releaseConnection(connection)
  await driver.destroy()
  expect(await keysOf(db)).toEqual([])
})

test('API after a migration, what was prepared before still works', async () => {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.org')
  const list = await newList(server, ala)
  const calls = async () => {
    const add = { productName: 'Milk' }
    const path = `/api/v3/list/${list}`
    const sync = { v: 2, client: 'c', request: 'r', user: ala.id, cursor: 0, ops: [] }
    return [
      await server.call(ala, 'POST', `${path}/product`, add),
      await server.call(ala, 'GET', path),
      await server.call(ala, 'GET', '/api/v3/lists'),
      await server.call(ala, 'POST', `${path}/sync`, sync),
    ].map(({ status }) => status)
  }
  const before = [await calls(), await calls()]
  for (const table of ['list', 'product', 'account', 'session', 'member', 'operation', 'client'])
    await sql`alter table ${sql.table(table)} add column later text not null default ''`.execute(server.db)
  expect([await calls(), await calls()]).toEqual(before)
  expect(before[0]).toEqual([201, 200, 200, 200])
})

test('API half of a character, which PostgreSQL takes in no JSON, is refused before it is stored', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.org')
  const list = await newList(server, ala)
  const path = `/api/v3/list/${list}`
  const place = `"v":2,"client":"c","request":"r","user":"${ala.id}","cursor":0`
  for (const [n, field] of ['productName', 'shop', 'category'].entries()) {
    const value = `{${field === 'productName' ? '' : '"productName":"Milk",'}"${field}":"Bread \\ud83d"}`
    const op = `{"seq":${n + 1},"opId":"o-${field}","ageMs":0,"op":"add","rowId":"r-${field}","value":${value}}`
    const added = await server.call(ala, 'POST', `${path}/product`, value)
    const synced = await server.call(ala, 'POST', `${path}/sync`, `{${place},"ops":[${op}]}`)
    expect([field, added.status, synced.status]).toEqual([field, 400, expect.toBeOneOf([200, 400])])
  }
  const { status, body } = await server.call(ala, 'GET', path)
  expect([status, body.products]).toEqual([200, []])
})
