import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'

/** A household with two lists of ala, in which ola may edit, and a connection of somebody else to the database. */
async function household() {
  const url = await freshDatabase()
  const server = await testServer({ env: { DATABASE_URL: url } })
  const [ala, ola] = [await server.person('ala@example.pl'), await server.person('ola@example.pl')]
  const lists = [await newList(server, ala), await newList(server, ala)] as const
  for (const list of lists) {
    await share(server, ala, list, ola, 'edit')
    await push(server, ala, list, [add('milk'), add('salt')])
  }
  const other = new Client({ connectionString: url })
  await other.connect()
  // Before the server closes its connections, which may wait for this one.
  onTestFinished(() => other.end())
  /** whether a connection waits for a lock that `other` holds */
  const isWaitedFor = async () => {
    const blocked = `select count(*) as count from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    return Number((await other.query<{ count: string }>(blocked)).rows[0]?.count)
  }
  return { server, ala, ola, lists, other, isWaitedFor }
}

let sent = 0
const add = (rowId: string) => ({ op: 'add', rowId, value: { productName: rowId } })
const set = (rowId: string, field: string, value: unknown) => ({ op: 'set', rowId, field, value, baseVer: 0 })
const remove = (rowId: string) => ({ op: 'delete', rowId })

function push(server: TestServer, who: Person, list: string, changes: object[]) {
  const client = `c${++sent}`
  const ops = changes.map((one, i) => ({ ...one, seq: i + 1, opId: `${client}-${i}`, ageMs: 0 }))
  const body = { v: 2, client, request: 'r', cursor: 0, ops }
  return server.call(who, 'POST', `/api/v3/list/${list}/sync`, body)
}

const onPostgres = test.skipIf(dialect === 'sqlite')

onPostgres('RUN-12 ticks, edits and deletes do not wait for a locked account', async () => {
  const { server, ala, ola, lists, other } = await household()
  const [list] = lists
  const { products } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
  await other.query('begin')
  await other.query('select id from account for update')
  for (const who of [ala, ola]) {
    const answers = [
      await push(server, who, list, [set('milk', 'productStatus', true)]),
      await push(server, who, list, [set('milk', 'shop', 'Corner'), set('milk', 'price', 3)]),
      await server.call(who, 'PUT', `/api/v3/list/${list}/product/${products[0].id}`, {
        productStatus: false,
      }),
      await server.call(who, 'GET', `/api/v3/list/${list}`),
      await server.call(who, 'GET', '/api/v3/lists'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.slice(0, 2).map(({ body }) => body.results)).toEqual([{}, {}])
  }
  expect((await push(server, ola, list, [remove('salt')])).body.results).toEqual({})
  await other.query('rollback')
})

onPostgres(
  'RUN-12 an add to one list does not wait for an unfinished add to another list of its owner',
  async () => {
    const { server, ala, ola, lists, other, isWaitedFor } = await household()
    const [slow, quick] = lists
    await other.query('begin')
    await other.query(`select 1 from product where list_id = $1 and id = 'milk' for update`, [slow])
    const waiting = push(server, ala, slow, [set('milk', 'productStatus', true), add('tea')])
    await expect.poll(isWaitedFor).toBe(1)
    const answers = [
      await push(server, ola, quick, [add('tea')]),
      await server.call(ala, 'POST', `/api/v3/list/${quick}/product`, { productName: 'Bread' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 201])
    expect(await isWaitedFor()).toBe(1)
    await other.query('rollback')
    expect((await waiting).body.results).toEqual({})
  },
)

onPostgres(
  'RUN-12 an add that other lists overtook is decided again, and the limit of products is exact',
  async () => {
    const { server, ala, ola, lists, other, isWaitedFor } = await household()
    const [list, full] = lists
    const holding = (count: number) => other.query('update list set living = $1 where id = $2', [count, full])
    for (const [way, added] of [
      ['sync', () => push(server, ola, list, [set('milk', 'shop', 'Corner'), add('tea'), add('bread')])],
      ['REST', () => server.call(ola, 'POST', `/api/v3/list/${list}/product`, { productName: 'Tea' })],
    ] as const) {
      await holding(0)
      await other.query('begin')
      await other.query('select id from account where id = $1 for no key update', [ala.id])
      // Nobody sees that there is no room before the commit. Of two products, one fits.
      const inList = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.productCount
      await holding(limits.productsOfUser - inList - (way === 'sync' ? 1 : 0))
      const waiting = added()
      await expect.poll(isWaitedFor).toBe(1)
      await other.query('commit')
      const { status, body } = await waiting
      if (way === 'REST') expect([status, body.code]).toEqual([409, 'limitReached'])
      else expect(body.results).toMatchObject({ 3: { status: 'rejected', why: 'limit' } })
      const { products } = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body
      expect(products.map(({ productName }: { productName: string }) => productName)).toEqual([
        'milk',
        'salt',
        'tea',
      ])
    }
  },
)
