import { expect, test, vi } from 'vitest'
import { Overtaken, untilInTime } from '../../../server/http/overtaken.ts'
import { newList, share, testServer } from '../../support/server.ts'

/** Two people who may edit one list; requests of the same person would queue behind each other. */
async function twoAtOneList(count: number) {
  // In a file, as in production: in memory, readers would see uncommitted data.
  const server = await testServer({ onDisk: true })
  const [ala, ola] = [await server.person('ala@example.pl'), await server.person('ola@example.pl')]
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const add = (who: typeof ala, id: string) =>
    server.call(who, 'POST', `/api/v3/list/${list}/product`, { id, productName: id })
  for (let i = 0; i < count; i++) expect((await add(ala, `p${i}`)).status).toBe(201)
  const products = async (): Promise<{ id: string; productName: string; quantity: number }[]> =>
    (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.products
  return { server, ala, ola, list, add, products }
}

test('DETAIL-13 an order and what another member adds and edits meanwhile: all of it is there', async () => {
  const { server, ala, ola, list, add, products } = await twoAtOneList(30)
  const order = (await products()).map(({ id }) => id).toReversed()
  const [ordered, edited, ...added] = await Promise.all([
    server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_order: order }),
    server.call(ola, 'PUT', `/api/v3/list/${list}/product/p7`, { quantity: 70 }),
    ...Array.from({ length: 4 }, (_, i) => add(ola, `new${i}`)),
  ])
  // A write that is overtaken five times in a row gets a 503, and nothing is half done.
  expect([200, 503]).toContain(ordered.status)
  expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  if (ordered.status === 503)
    expect((await server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_order: order })).status).toBe(
      200,
    )
  expect(edited.status).toBe(200)
  const after = await products()
  expect(after.find(({ id }) => id === 'p7')?.quantity).toBe(70)
  const ids = after.map(({ id }) => id)
  expect(ids.filter((id) => id.startsWith('p'))).toEqual(order)
  expect(ids.filter((id) => id.startsWith('new')).toSorted()).toEqual(['new0', 'new1', 'new2', 'new3'])
})

test('TEMPLATES-4 two who merge the same template into one list at the same moment: the quantities of both count', async () => {
  const { server, ala, ola, list, products } = await twoAtOneList(0)
  for (const who of [ala, ola]) {
    await server.call(who, 'POST', '/api/v3/template', { id: `t-${who.id}`, templateName: 'Sunday' })
    for (let i = 0; i < 20; i++)
      await server.call(who, 'POST', `/api/v3/template/t-${who.id}/product`, {
        productName: `Thing ${i}`,
        quantity: 2,
      })
  }
  const merge = (who: typeof ala) =>
    server.call(who, 'POST', `/api/v3/template/t-${who.id}/merge_with_list/${list}`)
  const merged = await Promise.all([ala, ola].map(merge))
  expect(merged.map(({ status }) => status)).toEqual([200, 200])
  expect(merged.map(({ body }) => body).toSorted((a, b) => a.added - b.added)).toEqual([
    { added: 0, merged: 20 },
    { added: 20, merged: 0 },
  ])
  expect((await products()).map(({ quantity }) => quantity)).toEqual(Array.from({ length: 20 }, () => 4))
})

test('API TEMPLATES-4 a merge that is repeated by its key answers as the first one did, though there is no room for another', async () => {
  const { server, ala, list, products } = await twoAtOneList(1)
  await server.call(ala, 'POST', '/api/v3/template', { id: 't', templateName: 'Sunday' })
  await server.call(ala, 'POST', '/api/v3/template/t/product', { productName: 'Salt' })
  const merge = () =>
    server.call(ala, 'POST', `/api/v3/template/t/merge_with_list/${list}`, undefined, {
      'idempotency-key': 'once',
    })
  const first = await merge()
  expect([first.status, first.body]).toEqual([200, { added: 1, merged: 0 }])
  await server.call(ala, 'DELETE', '/api/v3/template/t')
  const again = await merge()
  expect([again.status, again.body]).toEqual([200, { added: 1, merged: 0 }])
  expect(await products()).toHaveLength(2)
})

test('API what is overtaken every time is given up after five times, any other failure at once', async () => {
  const overtaken = vi.fn<() => Promise<never>>(async () => {
    throw new Overtaken()
  })
  await expect(untilInTime(overtaken)).rejects.toMatchObject({ code: 'unavailable' })
  expect(overtaken).toHaveBeenCalledTimes(5)
  const other = vi.fn<() => Promise<never>>(async () => {
    throw new Error('other')
  })
  await expect(untilInTime(other)).rejects.toThrow('other')
  expect(other).toHaveBeenCalledTimes(1)
})
