import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Permission } from '../../../core/product/entities.ts'
import { up } from '../../../server/db/migrations/0007-consent.ts'
import { newList, type Person, type TestServer, testServer } from '../../support/server.ts'

const code = '/api/v3/barcodes/5901234123457'

async function household(permission: Permission = 'edit') {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Alicja', surname: 'Nowak' })
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { name: 'Aleksandra', surname: 'Mazur' })
  const list = await newList(server, ala)
  await invited(server, ala, list, ola, permission)
  return { server, ala, ola, list }
}

/** Shares the list; the other person has not opened it yet. */
async function invited(server: TestServer, owner: Person, list: string, other: Person, permission: string) {
  const query = `_list_id=${list}&_email_address=${other.email}`
  await server.call(owner, 'POST', `/api/v3/list/share?${query}`)
  const change = `email_address=${other.email}&permission=${permission}`
  await server.call(owner, 'PUT', `/api/v3/shared_list/${list}?${change}`)
}

const users = async (server: TestServer, owner: Person, list: string) =>
  (await server.call(owner, 'GET', `/api/v3/list/${list}/list_users`)).body

const open = (server: TestServer, who: Person, list: string) =>
  server.call(who, 'PUT', `/api/v3/list/${list}/accepted`)

const pull = (server: TestServer, who: Person, list: string, ops: object[] = []) =>
  server.call(who, 'POST', `/api/v3/list/${list}/sync`, {
    v: 1,
    client: `c${who.id}`,
    request: 'r',
    cursor: 0,
    ops,
  })

test('HAND-11 until the person has opened the list its owner knows the address and nothing else', async () => {
  const { server, ala, ola, list } = await household()
  const unknown = [{ name: '', email: ola.email, permission: 'edit', accepted: false }]
  expect(await users(server, ala, list)).toEqual(unknown)
  // Requests that a device makes by itself, to have the list offline, do not count as opening it.
  await server.call(ola, 'GET', '/api/v3/lists?status=shared')
  await server.call(ola, 'GET', '/api/v3/lists/search?query=week')
  await server.call(ola, 'GET', `/api/v3/list/${list}`)
  expect((await pull(server, ola, list)).status).toBe(200)
  expect(await users(server, ala, list)).toEqual(unknown)
  const { body } = await server.call(ala, 'GET', '/api/v3/me/export')
  expect(body.lists[0].members).toEqual([{ name: '', permission: 'edit', accepted: false }])
  expect(JSON.stringify(body)).not.toMatch(/Aleksandra|Mazur/)

  expect((await open(server, ola, list)).status).toBe(200)
  expect((await open(server, ola, list)).status).toBe(200)
  expect(await users(server, ala, list)).toEqual([
    { name: 'Aleksandra Mazur', email: ola.email, permission: 'edit', accepted: true },
  ])
  const after = (await server.call(ala, 'GET', '/api/v3/me/export')).body
  expect(after.lists[0].members).toEqual([{ name: 'Aleksandra Mazur', permission: 'edit', accepted: true }])
})

test('HAND-11 the person who is invited knows whose list it is, before and after', async () => {
  const { server, ola, list } = await household('view')
  const owner = { name: 'Alicja Nowak', email: 'ala@example.pl' }
  const { body } = await server.call(ola, 'GET', '/api/v3/lists?status=shared')
  expect(body.items[0]).toMatchObject({ id: list, owner })
  const parsed = await PostalMime.parse((await server.mails()).at(-1) ?? '')
  expect(parsed.to?.[0]?.address).toBe(ola.email)
  expect(parsed.text).toContain('Alicja Nowak')
})

test('HAND-11 before the list is opened neither of the two sees what the other calls a code', async () => {
  const { server, ala, ola, list } = await household()
  const jan = await server.person('jan@example.pl')
  await invited(server, ala, list, jan, 'edit')
  await open(server, jan, list)
  const named = async (who: Person) => {
    const { status, body } = await server.call(who, 'GET', code)
    return status === 404 ? null : body.productName
  }
  await server.call(ola, 'PUT', code, { productName: 'of Ola' })
  expect(await named(ala)).toBeNull()
  expect(await named(jan)).toBeNull()
  await server.call(ola, 'PUT', '/api/v3/barcodes/96385074', { productName: 'of Ola' })
  await server.call(ala, 'PUT', '/api/v3/barcodes/036000291452', { productName: 'of Ala' })
  const alas = () => server.call(ola, 'GET', '/api/v3/barcodes/036000291452')
  expect((await alas()).status).toBe(404)

  await open(server, ola, list)
  expect(await named(ala)).toBe('of Ola')
  expect(await named(jan)).toBe('of Ola')
  expect((await alas()).body.productName).toBe('of Ala')
})

test.each(['edit', 'shopping', 'view'] as const)(
  'HAND-11 a member who may %s opens it',
  async (permission) => {
    const { server, ala, ola, list } = await household(permission)
    expect((await users(server, ala, list))[0].accepted).toBe(false)
    expect((await open(server, ola, list)).status).toBe(200)
    expect((await users(server, ala, list))[0]).toMatchObject({ permission, accepted: true })
  },
)

test('HAND-11 whoever changes something in the list has opened it, and is known by name from then on', async () => {
  const { server, ala, ola, list } = await household()
  await server.call(ola, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  const product = (await server.call(ala, 'GET', `/api/v3/list/${list}`)).body.products[0]
  expect(product.addedBy).toBe('Aleksandra Mazur')
  expect((await users(server, ala, list))[0]).toMatchObject({ name: 'Aleksandra Mazur', accepted: true })

  const jan = await server.person('jan@example.pl')
  await invited(server, ala, list, jan, 'edit')
  const add = { op: 'add', productId: 'p1', value: { productName: 'Tea' }, seq: 1, opId: 'o1', ageMs: 0 }
  expect((await pull(server, jan, list, [add])).body.results).toEqual({})
  expect((await users(server, ala, list))[1]).toMatchObject({ name: 'jan', accepted: true })
})

test('HAND-11 a list that was left and is shared again has to be opened again', async () => {
  const { server, ala, ola, list } = await household()
  await open(server, ola, list)
  await server.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`)
  expect((await open(server, ola, list)).status).toBe(404)
  await invited(server, ala, list, ola, 'view')
  expect((await users(server, ala, list))[0]).toMatchObject({ name: '', accepted: false })
})

test('HAND-11 whoever was a member before that was asked counts as having opened the list', async () => {
  const { server, ala, ola, list } = await household()
  await open(server, ola, list)
  const { db } = server
  // The table as it was before this migration.
  await db.schema.alterTable('member').dropColumn('accepted').execute()
  await up(db as never)
  expect(await users(server, ala, list)).toMatchObject([{ name: 'Aleksandra Mazur', accepted: true }])
})
