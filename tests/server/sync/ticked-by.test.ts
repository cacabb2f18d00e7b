import { expect, test } from 'vitest'
import { newList, type Person, share, testServer } from '../../support/server.ts'

/** Ala's list, which Ola may edit and Jan may tick. */
async function household() {
  const server = await testServer()
  const [ala, ola, jan] = [
    await server.person('ala@example.pl'),
    await server.person('ola@example.pl'),
    await server.person('jan@example.pl'),
  ]
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'Ola', surname: 'Nowak' })
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  await share(server, ala, list, jan, 'shopping')
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { id: 'milk', productName: 'Milk' })
  const path = `/api/v3/list/${list}/product/milk`
  const tick = async (who: Person, productStatus: boolean) =>
    (await server.call(who, 'PUT', path, { productStatus })).body
  const seen = async (who: Person) => (await server.call(who, 'GET', `/api/v3/list/${list}`)).body
  return { server, ala, ola, jan, list, path, tick, seen }
}

test('HAND-9 a product names the member who ticked it last, and nobody while it is to be bought', async () => {
  const { ala, ola, jan, tick, seen } = await household()
  expect((await seen(ala)).products[0]).not.toHaveProperty('tickedBy')
  expect(await tick(ola, true)).toMatchObject({ addedBy: 'ala', tickedBy: 'Ola Nowak' })
  expect((await seen(ala)).products[0]).toMatchObject({ addedBy: 'ala', tickedBy: 'Ola Nowak' })
  // Whoever ticks what is ticked has it in the basket.
  expect((await tick(jan, true)).tickedBy).toBe('jan')
  expect(await tick(ola, false)).not.toHaveProperty('tickedBy')
  expect((await seen(jan)).products[0]).not.toHaveProperty('tickedBy')
})

test('HAND-9 who ticked comes from who sends it: no name that is sent along is taken', async () => {
  const { server, ala, ola, list, path, seen } = await household()
  const sync = (who: Person, client: string, ...ops: object[]) =>
    server.call(who, 'POST', `/api/v3/list/${list}/sync`, { v: 1, client, request: 'r', cursor: 0, ops })
  const op = { seq: 1, opId: 'o1', op: 'set', productId: 'milk', baseVer: 0, ageMs: 0 }
  const named = await sync(ola, 'phone', { ...op, field: 'tickedBy', value: 'Ala' })
  expect(named.body.results['1']).toMatchObject({ status: 'rejected', why: 'invalid' })
  const forged = { ...op, seq: 2, opId: 'o2', field: 'productStatus', value: true, tickedBy: 'Ala' }
  expect((await sync(ola, 'phone', forged)).body.results['2']).toMatchObject({ why: 'invalid' })
  expect((await server.call(ola, 'PUT', path, { tickedBy: 'Ala' })).status).toBe(400)
  expect((await seen(ala)).products[0]).not.toHaveProperty('tickedBy')

  const set = { ...op, seq: 3, opId: 'o3', field: 'productStatus', value: true }
  const add = { seq: 4, opId: 'o4', op: 'add', productId: 'tea', ageMs: 0 }
  const value = { productName: 'Tea', productStatus: true }
  const { body } = await sync(ola, 'phone', set, { ...add, value })
  expect(body.rows).toMatchObject([
    { id: 'milk', addedBy: 'ala', tickedBy: 'Ola Nowak' },
    { id: 'tea', addedBy: 'Ola Nowak', tickedBy: 'Ola Nowak' },
  ])
  // Sent once more by somebody else's device it changes nothing.
  await sync(ala, 'tablet', { ...set, seq: 1 })
  expect((await seen(ala)).products[0].tickedBy).toBe('Ola Nowak')
})

test('HAND-9 by the public link nobody is named, and a copy of a list is ticked by nobody', async () => {
  const { server, ala, ola, list, tick, seen } = await household()
  await tick(ola, true)
  const { hash } = await seen(ala)
  const open = await server.call(null, 'GET', `/api/v3/list/hash/${hash}`)
  expect(open.body.products[0]).toMatchObject({ productName: 'Milk', productStatus: true })
  expect(JSON.stringify(open.body)).not.toMatch(/tickedBy|addedBy|changedBy|mine|Nowak/)
  const copy = await server.call(ala, 'POST', `/api/v3/list/${list}/duplicate`)
  const { products } = (await server.call(ala, 'GET', `/api/v3/list/${copy.body.id}`)).body
  expect(products[0]).toMatchObject({ productName: 'Milk', productStatus: false, addedBy: 'ala' })
  expect(products[0]).not.toHaveProperty('tickedBy')
})

test('HAND-9 HAND-11 whoever ticks has opened the list, and is named from then on', async () => {
  const { server, ala, list, path, seen } = await household()
  const eva = await server.person('eva@example.pl')
  const query = `_list_id=${list}&_email_address=${eva.email}`
  await server.call(ala, 'POST', `/api/v3/list/share?${query}`)
  const change = `email_address=${eva.email}&permission=shopping`
  await server.call(ala, 'PUT', `/api/v3/shared_list/${list}?${change}`)
  const members = async () => (await server.call(ala, 'GET', `/api/v3/list/${list}/list_users`)).body
  expect((await members()).at(-1)).toMatchObject({ name: '', accepted: false })
  await server.call(eva, 'PUT', path, { productStatus: true })
  expect((await members()).at(-1)).toMatchObject({ name: 'eva', accepted: true })
  expect((await seen(ala)).products[0].tickedBy).toBe('eva')
})

test('HAND-9 a product names who changed it last, also one that was deleted', async () => {
  const { server, ala, ola, jan, list, path, tick, seen } = await household()
  const changed = async () => (await seen(ala)).products[0].changedBy
  const pulled = async (cursor: number) =>
    (
      await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, {
        v: 1,
        client: 'c',
        request: 'r',
        cursor,
        ops: [],
      })
    ).body.rows
  expect(await changed()).toBe('ala')
  await server.call(ola, 'PUT', path, { quantity: 2 })
  expect(await changed()).toBe('Ola Nowak')
  await tick(jan, true)
  await tick(jan, false)
  expect((await seen(ala)).products[0]).toMatchObject({ addedBy: 'ala', changedBy: 'jan' })
  await server.call(ola, 'DELETE', path)
  expect(await pulled(1)).toMatchObject([{ id: 'milk', deleted: true, changedBy: 'Ola Nowak' }])
  // Nobody can say that it was somebody else.
  expect((await server.call(ola, 'PUT', path, { changedBy: 'Ala' })).status).toBe(400)
})

test('HAND-9 of two members with one name each reads which of the two they are', async () => {
  const { server, ala, ola, jan, path, tick, seen } = await household()
  await server.call(jan, 'PUT', '/api/v3/me/update_profile', { name: 'Ola', surname: 'Nowak' })
  await tick(ola, true)
  const mine = async (who: Person) => (await seen(who)).products[0].mine
  expect((await seen(jan)).products[0]).toMatchObject({ tickedBy: 'Ola Nowak', changedBy: 'Ola Nowak' })
  expect([await mine(ala), await mine(ola), await mine(jan)]).toEqual([['added'], ['ticked', 'changed'], []])
  const answer = await server.call(jan, 'PUT', path, { productStatus: true })
  expect(answer.body.mine).toEqual(['ticked', 'changed'])
})
