import { expect, test } from 'vitest'
import type { Field } from '../../../core/product/table.ts'
import { neverCopied, otherValues, plainRow, wholeProduct, wholeRow } from '../../support/every-field.ts'
import { newList, type Person, type TestServer, testServer } from '../../support/server.ts'
import { type StoredRow, storedBy } from '../../support/stored.ts'

const milk = { id: 'milk', ...wholeProduct }

async function atList() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const { id: session } = await server.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', ala.id)
    .executeTakeFirstOrThrow()
  const rowOf = (more: object = {}) => ({
    list_id: list,
    id: 'milk',
    ...wholeRow,
    added_by: ala.id,
    ticked_by: ala.id,
    changed_by: ala.id,
    created_at: server.clock.now,
    ver: 1,
    field_ver: '{"*":1}',
    field_at: `{"*":${server.clock.now}}`,
    field_by: `{"*":"${session}"}`,
    deleted_at: 0,
    ...more,
  })
  const stored = await storedBy(server)
  return { server, ala, list, session, rowOf, stored, call: callOf(server, ala) }
}

function callOf(server: TestServer, who: Person) {
  return (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.call(who, method, `/api/v3${path}`, body)
}

test('API OFFLINE-6 a product that is added, and deleted, stands whole in the database', async () => {
  const { server, list, rowOf, stored, call } = await atList()
  const add = await stored(() => call('POST', `/list/${list}/product`, milk))
  expect(add.stored).toEqual({
    product: { added: [expect.objectContaining(rowOf())] },
    list: { changed: [{ id: list, head: 1, living: 1, bought: 1, amount: 349 * 100 }] },
  })
  server.clock.now += 1_000
  const plain = await stored(() => call('POST', `/list/${list}/product`, { id: 'p2', productName: 'Thing' }))
  const { position } = plain.reply.body
  const stamps = rowOf({ field_ver: '{"*":2}', ver: 2 })
  expect(plain.stored['product']?.added).toEqual([
    expect.objectContaining({
      ...stamps,
      id: 'p2',
      ...plainRow('Thing', ' thing'),
      ...neverCopied,
      position,
      ticked_by: '',
    }),
  ])
  const gone = await stored(() => call('DELETE', `/list/${list}/product/milk`))
  expect(gone.stored).toEqual({
    product: { changed: [{ list_id: list, id: 'milk', ver: 3, deleted_at: server.clock.now }] },
    list: { changed: [{ id: list, head: 3, living: 1, bought: 0, amount: 0 }] },
  })
})

/** The columns of the list's row that change with these fields. */
const ofLists: Partial<Record<Field, StoredRow>> = {
  // Its price is for all of it.
  price: { amount: 1230 * 100 },
  priceFor: { amount: 349 * 250 },
  productStatus: { bought: 0 },
}
/** What changes in the product beside the field and its stamps. */
const besides: Partial<Record<Field, StoredRow>> = { productStatus: { ticked_by: '', ticked_at: 0 } }

test.each(otherValues)(
  'API OFFLINE-6 a new %s stands in the database with all that belongs to it',
  async (...row) => {
    const [field, value, columns] = row
    const ofList = ofLists[field]
    const more = besides[field]
    const { server, ala, list, session, stored, call } = await atList()
    await call('POST', `/list/${list}/product`, milk)
    const first = server.clock.now
    server.clock.now += 5_000
    const stamps = (ver: number, at: number, by: string) => ({
      ver,
      field_ver: `{"*":1,"${field}":${ver}}`,
      field_at: `{"*":${first},"${field}":${at}}`,
      field_by: `{"*":"${session}","${field}":"${by}"}`,
    })
    const edit = await stored(() => call('PUT', `/list/${list}/product/milk`, { [field]: value }))
    expect(edit.stored).toEqual({
      product: {
        changed: [
          { list_id: list, id: 'milk', ...columns, ...more, ...stamps(2, server.clock.now, session) },
        ],
      },
      list: { changed: [{ id: list, head: 2, ...ofList }] },
    })
    // The same edit from a device: typed two seconds ago, under the device's client id, with its operation
    // recorded.
    await call('PUT', `/list/${list}/product/milk`, { [field]: milk[field] })
    const op = { op: 'set', productId: 'milk', field, value, baseVer: 3, seq: 1, opId: 'o1', ageMs: 2_000 }
    const body = { v: 1, client: 'phone', request: 'r', cursor: 3, ops: [op] }
    const sync = await stored(() => call('POST', `/list/${list}/sync`, body))
    const at = server.clock.now
    const operation = { list_id: list, op_id: 'o1', client_id: 'phone', seq: 1, status: 'applied', why: '' }
    expect(sync.stored).toEqual({
      product: {
        changed: [{ list_id: list, id: 'milk', ...columns, ...more, ...stamps(4, at - 2_000, 'phone') }],
      },
      list: { changed: [{ id: list, head: 4, ...ofList }] },
      client: {
        added: [{ list_id: list, client_id: 'phone', account_id: ala.id, last_seq: 1, refused: '', at }],
      },
      operation: { added: [{ ...operation, ver: 4, at }] },
    })
  },
)

test('API OFFLINE-6 what a device sends again, and what is refused, is recorded and changes nothing else', async () => {
  const { server, list, stored, call } = await atList()
  await call('POST', `/list/${list}/product`, milk)
  const op = (seq: number, price: number) => ({
    op: 'set',
    productId: 'milk',
    field: 'price',
    value: price,
    baseVer: 1,
    seq,
    opId: `o${seq}`,
  })
  const sync = (client: string, ...ops: object[]) =>
    call('POST', `/list/${list}/sync`, { v: 1, client, request: 'r', cursor: 1, ops })
  const recorded = { list_id: list, client_id: 'phone', at: server.clock.now }
  const bad = await stored(() => sync('phone', op(1, -4_000_000)))
  expect(bad.stored).toEqual({
    client: { added: [expect.objectContaining({ client_id: 'phone', last_seq: 1 })] },
    operation: { added: [{ ...recorded, op_id: 'o1', seq: 1, status: 'rejected', why: 'invalid', ver: 0 }] },
  })
  const next = await stored(() => sync('phone', op(1, -4_000_000), op(2, 5)))
  expect(next.stored).toMatchObject({
    client: { changed: [{ list_id: list, client_id: 'phone', last_seq: 2 }] },
    operation: { added: [{ ...recorded, op_id: 'o2', seq: 2, status: 'applied', why: '', ver: 2 }] },
  })
  // Sent again under another client id: the operation moves to it, and the field's writer too.
  const renamed = await stored(() => sync('phone_1_x', { ...op(1, 5), opId: 'o2' }))
  expect(renamed.stored).toMatchObject({
    client: { added: [{ client_id: 'phone_1_x', last_seq: 1 }] },
    operation: { changed: [{ list_id: list, op_id: 'o2', client_id: 'phone_1_x', seq: 1 }] },
    product: { changed: [{ id: 'milk', field_by: expect.stringContaining('"price":"phone_1_x"') }] },
  })
})

test('API DETAIL-13 a saved order stands in the database', async () => {
  const { server, list, session, stored, call } = await atList()
  await call('POST', `/list/${list}/product`, { id: 'a', productName: 'A', position: 'a1' })
  await call('POST', `/list/${list}/product`, { id: 'b', productName: 'B', position: 'a2' })
  const before = server.clock.now
  server.clock.now += 1_000
  const save = await stored(() => call('PUT', '/list', { _id: list, _list_order: ['b', 'a'] }))
  const [moved] = save.stored['product']?.changed ?? []
  const of = moved?.['id'] === 'a' ? 1 : 2
  expect(save.stored).toEqual({
    list: { changed: [{ id: list, head: 3 }] },
    product: {
      changed: [
        {
          list_id: list,
          id: expect.stringMatching(/^[ab]$/),
          position: expect.stringMatching(/^[0-9A-Za-z]{2,128}$/),
          ver: 3,
          field_ver: `{"*":${of},"position":3}`,
          field_at: `{"*":${before},"position":${server.clock.now}}`,
          field_by: `{"*":"${session}","position":"${session}"}`,
        },
      ],
    },
  })
})
