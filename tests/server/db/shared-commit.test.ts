import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, openDatabase, type Trx } from '../../../server/db/open.ts'
import { SqliteHandle } from '../../../server/db/sqlite-handle.ts'
import { dialect, freshDatabase } from '../../support/database.ts'

async function openFresh() {
  const url = await freshDatabase()
  const open = async () => {
    const db = await openDatabase(dialect === 'sqlite' ? { sqlite: url.slice(7) } : { postgres: url })
    onTestFinished(() => db.destroy())
    return db
  }
  return { db: await open(), open }
}

const put = (db: Db | Trx, key: string) => db.insertInto('meta').values({ key, value: '' }).execute()
const inTransaction = (db: Db, key: string, then?: (trx: Trx) => Promise<unknown>) =>
  db.transaction().execute(async (trx) => {
    await put(trx, key)
    await then?.(trx)
  })
const stored = async (db: Db) =>
  (await db.selectFrom('meta').select('key').where('key', 'like', 'mine%').orderBy('key').execute()).map(
    ({ key }) => key,
  )
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map(({ status }) => status)

test('API of transactions that come together each is stored or fails by itself', async () => {
  const { db } = await openFresh()
  await put(db, 'taken')
  const numbers = Array.from({ length: 100 }, (_, n) => 100 + n)
  const fails = (n: number) => n % 3 === 0
  const told = await outcomes(
    numbers.map((n) => inTransaction(db, `mine ${n}`, async (trx) => fails(n) && (await put(trx, 'taken')))),
  )
  expect(told).toEqual(numbers.map((n) => (fails(n) ? 'rejected' : 'fulfilled')))
  expect(await stored(db)).toEqual(numbers.filter((n) => !fails(n)).map((n) => `mine ${n}`))
})

test('API a transaction is told to be over once everybody sees what it wrote, not before', async () => {
  const { db, open } = await openFresh()
  const other = await open()
  const seen = await Promise.all(
    ['1', '2', '3'].map(async (n) => {
      await inTransaction(db, `mine ${n}`)
      return (await stored(other)).includes(`mine ${n}`)
    }),
  )
  expect(seen).toEqual([true, true, true])
})

test('API a write without a transaction is stored, whatever becomes of a transaction around it', async () => {
  const { db } = await openFresh()
  const told = await outcomes([
    inTransaction(db, 'mine 1'),
    put(db, 'mine 2'),
    inTransaction(db, 'mine 3', () => Promise.reject(new Error('no'))),
    put(db, 'mine 4'),
  ])
  expect(told).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await stored(db)).toEqual(['mine 1', 'mine 2', 'mine 4'])
})

test.skipIf(dialect !== 'sqlite')('API transactions of one turn share one commit', async () => {
  const { db } = await openFresh()
  const run = vi.spyOn(SqliteHandle.prototype, 'run')
  onTestFinished(() => run.mockRestore())
  const commits = () => run.mock.calls.filter(([statement]) => statement === 'commit').length
  await Promise.all(['1', '2', '3'].map((n) => inTransaction(db, `mine ${n}`)))
  expect(commits()).toBe(1)
  await inTransaction(db, 'mine 4')
  expect(commits()).toBe(2)
})

test.skipIf(dialect !== 'sqlite')('API a commit that fails is told to all that share it', async () => {
  const { db } = await openFresh()
  await sql`create table child (parent text references list (id) deferrable initially deferred)`.execute(db)
  const orphan = (trx: Trx) => sql`insert into child values ('none')`.execute(trx)
  const told = await outcomes([
    inTransaction(db, 'mine 1'),
    inTransaction(db, 'mine 2', orphan),
    inTransaction(db, 'mine 3'),
  ])
  expect(told).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await stored(db)).toEqual([])
  await inTransaction(db, 'mine 4')
  expect(await stored(db)).toEqual(['mine 4'])
})

test.skipIf(dialect !== 'sqlite')(
  'API what SQLite rolls back by itself is told to all that it was of',
  async () => {
    const { db } = await openFresh()
    const told = await outcomes([
      inTransaction(db, 'mine 1'),
      // As SQLite does on a full disk.
      inTransaction(db, 'mine 2', (trx) => sql`rollback`.execute(trx)),
      inTransaction(db, 'mine 3'),
    ])
    expect(told).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await stored(db)).toEqual(['mine 3'])
  },
)
