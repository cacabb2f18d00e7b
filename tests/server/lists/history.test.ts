import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { addList, addProduct, phone, remove, setList as set } from '../sync/list-phone.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'

const day = 86_400_000

async function household() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const mine = phone(server, ala, 'mine', 'ala-phone')
  await mine.send([addList('mine')])
  await share(server, ala, 'mine', ola, 'edit')
  return { server, ala, ola, mine, hers: phone(server, ola, 'mine', 'ola-phone') }
}

async function historyOf(server: TestServer, who: Person, list = 'mine', query = '') {
  return (await server.call(who, 'GET', `/api/v3/list/${list}/history${query}`)).body
}

test('TOGETHER-5 the history says who changed what, when, from what to what, newest first', async () => {
  const { server, ala, ola, mine, hers } = await household()
  await mine.send([addProduct('milk', { price: 2.5 }), set('milk', 'price', 3.2)])
  server.clock.now += 60_000
  await hers.send([set('milk', 'productStatus', true), set('milk', 'productName', 'Oat milk')])
  await mine.send([set('mine', 'listName', 'Party'), remove('milk')])
  const milk = { productId: 'milk', productName: 'milk' }
  const late = new Date(server.clock.now).toISOString()
  const early = new Date(server.clock.now - 60_000).toISOString()
  const hisWay = [
    {
      ver: 7,
      at: late,
      by: 'ala',
      mine: true,
      productId: 'milk',
      productName: 'Oat milk',
      what: 'delete',
      from: expect.objectContaining({ productName: 'Oat milk', price: 3.2, productStatus: true }),
    },
    {
      ver: 6,
      at: late,
      by: 'ala',
      mine: true,
      what: 'list',
      field: 'listName',
      from: 'Weekend',
      to: 'Party',
    },
    {
      ver: 5,
      at: late,
      by: 'ola',
      productId: 'milk',
      productName: 'Oat milk',
      what: 'set',
      field: 'productName',
      from: 'milk',
      to: 'Oat milk',
    },
    { ver: 4, at: late, by: 'ola', ...milk, what: 'set', field: 'productStatus', from: false, to: true },
    { ver: 3, at: early, by: 'ala', mine: true, ...milk, what: 'set', field: 'price', from: 2.5, to: 3.2 },
    { ver: 2, at: early, by: 'ala', mine: true, ...milk, what: 'add' },
  ]
  expect(await historyOf(server, ala)).toEqual(hisWay)
  expect((await historyOf(server, ola)).map((entry: { mine?: true }) => entry.mine)).toEqual([
    undefined,
    undefined,
    true,
    true,
    undefined,
    undefined,
  ])
})

test('TOGETHER-5 what was refused, stale, repeated or changed nothing is no history; moving is none either', async () => {
  const { server, ala, mine, hers } = await household()
  await mine.send([addProduct('milk'), set('gone', 'price', 1), set('milk', 'price', 1.005)])
  await hers.send([addProduct('milk')])
  await mine.send([set('milk', 'quantity', 1), set('milk', 'position', 'a5')])
  await hers.send([set('milk', 'price', 2)])
  const late = await mine.send([set('milk', 'price', 3, { baseVer: 2, ageMs: 60_000 })])
  expect(late.body.results).toMatchObject({ 7: { status: 'stale' } })
  expect(await historyOf(server, ala)).toMatchObject([
    { what: 'set', field: 'price', to: 2, by: 'ola' },
    { ver: 2, what: 'add', by: 'ala' },
  ])
})

test('TOGETHER-5 a change by a REST call and a long order are treated alike', async () => {
  const { server, ala } = await household()
  const path = '/api/v3/list/mine/product'
  await server.call(ala, 'POST', path, { id: 'milk', productName: 'Milk' })
  await server.call(ala, 'PUT', `${path}/milk`, { quantity: 2 })
  await server.call(ala, 'POST', path, { id: 'tea', productName: 'Tea' })
  await server.call(ala, 'PUT', '/api/v3/list', { _id: 'mine', _list_order: ['tea', 'milk'] })
  await server.call(ala, 'DELETE', `${path}/milk`)
  await server.call(ala, 'PUT', '/api/v3/list/mine/archivize')
  const said = (await historyOf(server, ala)).map(({ what, field, productName }: Record<string, string>) =>
    [what, field ?? productName].join(' '),
  )
  expect(said).toEqual(['list listStatus', 'delete Milk', 'add Tea', 'set quantity', 'add Milk'])
})

test('TOGETHER-5 a template merged into a list is in its history', async () => {
  const { server, ala, mine } = await household()
  await mine.send([addProduct('milk')])
  const made = await server.call(ala, 'POST', '/api/v3/template', { templateName: 'T', fromList: 'mine' })
  const { body } = await server.call(ala, 'POST', `/api/v3/template/${made.body.id}/merge_with_list/mine`)
  expect(body).toEqual({ added: 0, merged: 1 })
  expect((await historyOf(server, ala))[0]).toMatchObject({ what: 'set', field: 'quantity', from: 1, to: 2 })
})

test('TOGETHER-5 pages of a history hold each change once and split no version', async () => {
  const { server, ala, mine } = await household()
  await mine.send(Array.from({ length: 40 }, (_, n) => addProduct(`p${n}`)))
  // One version with several fields: an add that comes again.
  await mine.send([addProduct('p3', { price: 2, note: 'fresh', shop: 'Lidl' })])
  const whole = await historyOf(server, ala)
  expect(whole).toHaveLength(43)
  const pages: { ver: number }[][] = []
  for (let before = ''; ; before = `&before=${pages.at(-1)?.at(-1)?.ver}`) {
    const page = await historyOf(server, ala, 'mine', `?limit=2${before}`)
    if (page.length === 0) break
    pages.push(page)
  }
  expect(pages.flat()).toEqual(whole)
  expect(pages[0]).toHaveLength(3)
  for (const bad of ['before=0', 'before=x', 'limit=0', 'limit=-1', 'before=1e9'])
    expect((await server.call(ala, 'GET', `/api/v3/list/mine/history?${bad}`)).status).toBe(400)
})

test('TOGETHER-5 members see the history as long as they are members, strangers never', async () => {
  const { server, ala, ola, mine } = await household()
  const eve = await server.person('eve@example.pl')
  await mine.send([addProduct('milk')])
  const status = async (who: Person | null) =>
    (await server.call(who, 'GET', '/api/v3/list/mine/history')).status
  expect([await status(ola), await status(eve), await status(null)]).toEqual([200, 404, 401])
  const query = `_list_id=mine&_email_address=${ola.email}`
  expect((await server.call(ala, 'DELETE', `/api/v3/list/share?${query}`)).status).toBe(204)
  expect(await status(ola)).toBe(404)
})

test('TOGETHER-5 a history is kept for 30 days, as long as its list, and within a bound', async () => {
  const { server, ala, mine } = await household()
  const most = { operations: 100_000, clients: 1_000, changes: 600 }
  const count = async () => (await server.db.selectFrom('change_log').select('ver').execute()).length
  await mine.send(Array.from({ length: 700 }, (_, n) => addProduct(`p${n}`)))
  server.clock.now += 29 * day
  ala.access = (await server.logIn(ala.email)).body.access_token
  await mine.send([set('p1', 'price', 2)])
  await prune(server.db, server.clock.now, most)
  expect(await count()).toBe(600)
  server.clock.now += 1.5 * day
  ala.access = (await server.logIn(ala.email)).body.access_token
  expect(await historyOf(server, ala)).toHaveLength(1)
  await prune(server.db, server.clock.now, most)
  expect(await count()).toBe(1)
  await server.call(ala, 'DELETE', '/api/v3/list', { _id: 'mine' })
  expect(await count()).toBe(0)
})

test('TOGETHER-5 an account that is gone leaves no name in a history', async () => {
  const { server, ala, ola, hers } = await household()
  await hers.send([addProduct('milk')])
  await server.db.deleteFrom('account').where('id', '=', ola.id).execute()
  expect(await historyOf(server, ala)).toMatchObject([{ what: 'add', by: '' }])
})

test('TOGETHER-5 the longest history is written within the daily limit and answered in pages', async () => {
  const { server, ala } = await household()
  const list = await newList(server, ala)
  const theirs = phone(server, ala, list, 'c')
  const note = 'x'.repeat(200)
  await theirs.send(Array.from({ length: 300 }, (_, n) => addProduct(`p${n}`, { note })))
  await theirs.send(Array.from({ length: 300 }, (_, n) => remove(`p${n}`)))
  const page = await historyOf(server, ala, list, '?limit=999')
  expect(page.length).toBe(200)
  expect(JSON.stringify(page).length).toBeLessThan(200_000)
  expect(limits.historyMs).toBe(30 * day)
})

test('TOGETHER-5 PROFILE-7 the export says what the account did in lists that it has, and nothing that others did', async () => {
  const { server, ala, ola, mine, hers } = await household()
  await mine.send([addProduct('milk', { category: 'Dairy' }), set('milk', 'price', 3.2)])
  await hers.send([set('milk', 'category', 'Bakery'), set('milk', 'productName', 'Oat milk'), remove('milk')])
  const theirs = phone(server, ola, 'theirs', 'ola-phone')
  await theirs.send([addList('theirs'), addProduct('tea')])
  const changesOf = async (who: Person) => (await server.call(who, 'GET', '/api/v3/me/export')).body.changes
  const at = new Date(server.clock.now).toISOString()
  const milk = { list: 'mine', at, productName: 'milk' }
  expect(await changesOf(ala)).toEqual([
    { ...milk, what: 'add' },
    { ...milk, what: 'set', field: 'price', to: 3.2 },
  ])
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  const oat = { ...milk, productName: 'Oat milk' }
  const tea = { list: 'theirs', at, productName: 'tea', what: 'add' }
  expect(await changesOf(ola)).toEqual([
    tea,
    { ...milk, what: 'set', field: 'category', from: 'Nabiał', to: 'Pieczywo' },
    { ...oat, what: 'set', field: 'productName', from: 'milk', to: 'Oat milk' },
    { ...oat, what: 'delete', from: expect.objectContaining({ price: 3.2, category: 'Pieczywo' }) },
  ])
  // Her list no longer: neither is its history.
  await server.call(ola, 'DELETE', `/api/v3/list/share?_list_id=mine&_email_address=${ola.email}`)
  expect(await changesOf(ola)).toEqual([tea])
  server.clock.now += limits.historyMs + 1
  ala.access = (await server.logIn(ala.email)).body.access_token
  expect(await changesOf(ala)).toEqual([])
})

test('TOGETHER-5 PROFILE-7 the export reads a long history in slices and leaves none out', async () => {
  const { server, ala, mine } = await household()
  const names = Array.from({ length: 700 }, (_, n) => `p${n}`)
  for (let n = 0; n < names.length; n += 100)
    await mine.send(names.slice(n, n + 100).map((name) => addProduct(name)))
  const { changes } = (await server.call(ala, 'GET', '/api/v3/me/export')).body
  expect(changes.map(({ productName }: { productName: string }) => productName)).toEqual(names)
})
