import { expect, test } from 'vitest'
import { plainRow, wholeProduct, wholeRow, asLastKnownRow, neverCopied } from '../../support/every-field.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'
import { dialect } from '../../support/database.ts'
import { storedBy } from '../../support/stored.ts'

/** Ala's list of three: milk with every field set, bread that is bought, and a deleted product. */
async function atList() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const call = (who: Person) => (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.call(who, method, `/api/v3${path}`, body)
  const list = await newList(server, ala, 'Święta')
  const add = (body: object) => call(ala)('POST', `/list/${list}/product`, body)
  await add({ id: 'milk', ...wholeProduct, productStatus: false })
  await add({ id: 'bread', productName: 'Rye', position: 'a2', productStatus: true })
  await add({ id: 'gone', productName: 'Gone', position: 'a3' })
  await call(ala)('DELETE', `/list/${list}/product/gone`)
  server.clock.now += 60_000
  return { server, ala, ola, list, stored: await storedBy(server), as: call }
}

const listRow = (server: TestServer, owner: Person, more: object) => ({
  owner_id: owner.id,
  created_at: server.clock.now,
  hash: expect.stringMatching(/^[\w-]{22,}$/),
  status: 'aktywna',
  epoch: expect.stringMatching(/^[\w-]{22,}$/),
  timeline: dialect === 'postgres' ? 1 : 0,
  head: 0,
  floor: 0,
  deleted_at: 0,
  ends_at: 0,
  taken_from: '',
  ...madeBefore,
  ...more,
})

/** The stamps of a list that nobody changed since it was made by a REST call. */
const madeBefore = { ver: 0, field_ver: '{"*":0}', field_at: '{"*":0}', field_by: '{"*":""}' }

/** The columns of a list whose fields were changed by REST calls now, each in this version. */
const changedIn = (server: TestServer, head: number, fields: Record<string, number>) => ({
  head,
  ver: head,
  field_ver: JSON.stringify({ '*': 0, ...fields }),
  field_at: JSON.stringify({
    '*': 0,
    ...Object.fromEntries(Object.keys(fields).map((field) => [field, server.clock.now])),
  }),
})
const bySession = (...fields: string[]) => expect.stringMatching(writtenBy(fields))
const writtenBy = (fields: string[]) =>
  new RegExp(`^\\{"\\*":""${fields.map((field) => `,"${field}":"[\\w-]{36}"`).join('')}\\}$`)

/** The two remaining products as a copy has them: not bought, added by the copier. */
function copies(server: TestServer, owner: Person, list: string, given: object = {}) {
  const of = (ver: number, more: object) =>
    expect.objectContaining({
      list_id: list,
      id: expect.stringMatching(/^[\w-]{36}$/),
      bought: 0,
      added_by: owner.id,
      ticked_by: '',
      changed_by: owner.id,
      created_at: server.clock.now,
      ver,
      field_ver: `{"*":${ver}}`,
      field_at: `{"*":${server.clock.now}}`,
      field_by: expect.stringMatching(/^\{"\*":"[\w-]{36}"\}$/),
      deleted_at: 0,
      ...more,
    })
  const rye = { ...plainRow('Rye', ' rye'), ...neverCopied, position: 'a2' }
  return [of(1, { ...wholeRow, bought: 0, ...given }), of(2, rye)]
}

test('API LISTS-3 a list that is made and renamed stands in the database', async () => {
  const { server, ala, stored, as } = await atList()
  const made = await stored(() => as(ala)('POST', '/list', { _list_name: ' Zakupy na Święta ', id: 'mine' }))
  const row = { id: 'mine', name: 'Zakupy na Święta', name_norm: ' zakupy na swieta' }
  expect(made.stored).toEqual({ list: { added: [expect.objectContaining(listRow(server, ala, row))] } })
  expect((await stored(() => as(ala)('POST', '/list', { _list_name: 'Again', id: 'mine' }))).stored).toEqual(
    {},
  )
  const renamed = await stored(() => as(ala)('PUT', '/list', { _id: 'mine', _list_name: 'Łódź 2' }))
  expect(renamed.stored).toEqual({
    list: {
      changed: [
        {
          id: 'mine',
          name: 'Łódź 2',
          name_norm: ' lodz 2',
          ...changedIn(server, 1, { listName: 1 }),
          field_by: bySession('listName'),
        },
      ],
    },
  })
})

test('API LISTS-4 archiving, restoring and the link stand in the database', async () => {
  const { server, ala, list, stored, as } = await atList()
  const put = async (method: 'POST' | 'PUT' | 'DELETE', path: string) =>
    stored(() => as(ala)(method, `/list/${list}/${path}`))
  const changed = (more: object) => ({ list: { changed: [{ id: list, ...more }] } })
  expect((await put('PUT', 'archivize')).stored).toEqual(
    changed({
      status: 'archiwum',
      ...changedIn(server, 5, { listStatus: 5 }),
      field_by: bySession('listStatus'),
    }),
  )
  expect((await put('PUT', 'archivize')).stored).toEqual({})
  const restored = (await put('PUT', 'restore')).stored
  const again = { head: 6, ver: 6, field_ver: '{"*":0,"listStatus":6}' }
  expect(restored).toEqual(changed({ status: 'aktywna', ...again }))
  const renewed = await put('POST', 'hash')
  expect(renewed.stored).toEqual(changed({ hash: renewed.reply.body.hash }))
  expect((await put('DELETE', 'hash')).stored).toEqual(changed({ hash: '' }))
})

test('API LISTS-4 a duplicate holds every column of every living product, in order and unbought', async () => {
  const { server, ala, ola, list, stored, as } = await atList()
  await share(server, ala, list, ola, 'shopping')
  const { reply, stored: done } = await stored(() => as(ola)('POST', `/list/${list}/duplicate`))
  const { id } = reply.body
  const name = { name: 'Święta cloned ala', name_norm: ' swieta cloned ala' }
  expect(done).toEqual({
    list: { added: [expect.objectContaining(listRow(server, ola, { id, head: 2, ...name }))] },
    product: { added: copies(server, ola, id, asLastKnownRow(server.clock.now)) },
  })
})

test('API DETAIL-18 archive and clone: the old list archived, the new one with every column of the unbought', async () => {
  const { server, ala, list, stored, as } = await atList()
  const { reply, stored: done } = await stored(() => as(ala)('POST', `/list/${list}/clone_unbought`))
  const { id } = reply.body
  const row = listRow(server, ala, { id, head: 1, name: 'Święta', name_norm: ' swieta' })
  expect(done).toEqual({
    list: {
      added: [expect.objectContaining(row)],
      changed: [
        {
          id: list,
          status: 'archiwum',
          ...changedIn(server, 5, { listStatus: 5 }),
          field_by: bySession('listStatus'),
        },
      ],
    },
    product: { added: copies(server, ala, id).slice(0, 1) },
  })
})

test('API LISTS-4 HABIT-1 of a deleted list nothing stays but its id and what was bought', async () => {
  const { server, ala, ola, list, stored, as } = await atList()
  await share(server, ala, list, ola, 'edit')
  const op = { op: 'delete', productId: 'bread', seq: 1, opId: 'o1' }
  await as(ola)('POST', `/list/${list}/sync`, { v: 1, client: 'c', request: 'r', cursor: 0, ops: [op] })
  const empty = { name: '', name_norm: '', hash: '', living: 0, amount: 0 }
  const { stored: done } = await stored(() => as(ala)('DELETE', '/list', { _id: list }))
  expect(done).toEqual({
    list: {
      changed: [{ id: list, ...empty, deleted_at: server.clock.now }],
    },
    member: { removed: [{ list_id: list, account_id: ola.id }] },
    product: { removed: ['bread', 'gone', 'milk'].map((id) => ({ list_id: list, id })) },
    operation: { removed: [{ list_id: list, op_id: 'o1' }] },
    client: { removed: [{ list_id: list, client_id: 'c' }] },
    purchase: {
      added: [
        expect.objectContaining({
          list_id: list,
          product_id: 'bread',
          name: 'Rye',
          quantity: 100,
          price_unknown: 1,
        }),
      ],
    },
    purchase_reader: {
      added: [ala.id, ola.id]
        .toSorted()
        .map((account_id) => ({ account_id, list_id: list, deleted_at: server.clock.now })),
    },
  })
})

test('API SHARE-1 SHARE-3 SHARE-4 HAND-11 sharing, opening, another permission and leaving stand in the database', async () => {
  const { server, ala, ola, list, stored, as } = await atList()
  const member = { list_id: list, account_id: ola.id }
  const target = { _list_id: list, _email_address: ola.email }
  const { now } = server.clock
  const attempt = (kind: string) => [{ id: expect.any(String), account_id: ala.id, kind, at: now }]
  const shared = await stored(() => as(ala)('POST', '/list/share', target))
  expect(shared.stored).toEqual({
    member: { added: [{ ...member, permission: 'view', created_at: now, accepted: 0, changed_at: 0 }] },
    attempt: { added: attempt('share') },
  })
  const change = { email_address: ola.email, permission: 'shopping' }
  expect((await stored(() => as(ala)('PUT', `/shared_list/${list}`, change))).stored).toEqual({
    member: { changed: [{ ...member, permission: 'shopping', changed_at: now }] },
  })
  expect((await stored(() => as(ola)('PUT', `/list/${list}/accepted`))).stored).toEqual({
    member: { changed: [{ ...member, accepted: 1 }] },
  })
  expect((await stored(() => as(ola)('PUT', `/list/${list}/accepted`))).stored).toEqual({})
  const nobody = { ...target, _email_address: 'nobody@example.pl' }
  expect((await stored(() => as(ala)('POST', '/list/share', nobody))).stored).toEqual({
    attempt: { added: attempt('share') },
  })
  const mail = { _email_address: 'granny@example.pl' }
  expect((await stored(() => as(ala)('POST', `/list/${list}/send_mail`, mail))).stored).toEqual({
    attempt: { added: attempt('mail') },
  })
  expect((await stored(() => as(ola)('DELETE', '/list/share', target))).stored).toEqual({
    member: { removed: [member] },
    list: { changed: [{ id: list, hash: expect.stringMatching(/^[\w-]{22,}$/) }] },
  })
})
