import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { byPosition, placesFor } from '../../../core/product/position.ts'
import { ProblemError } from '../../../device/failures.ts'
import { freshStorage, testDevice } from '../../support/device.ts'
import { seeded } from '../../support/random.ts'
import { newList, type Person, type TestServer, testServer } from '../../support/server.ts'

/** A list of maximum length, filled in batches as a device does. */
async function longList(server: TestServer, who: Person): Promise<string> {
  const list = await newList(server, who)
  for (let start = 0; start < limits.productsInList; start += limits.batchOps) {
    const ops = Array.from({ length: limits.batchOps }, (_, i) => ({
      op: 'add',
      productId: `p${start + i}`,
      value: { productName: `Product ${start + i}` },
      seq: start + i + 1,
      opId: `o${start + i}`,
    }))
    const body = { v: 1, client: 'first', request: 'r', cursor: start, ops }
    expect((await server.call(who, 'POST', `/api/v3/list/${list}/sync`, body)).body.results).toEqual({})
  }
  return list
}

async function placesIn(server: TestServer, list: string) {
  const rows = await server.db
    .selectFrom('product')
    .select(['id', 'position'])
    .where('list_id', '=', list)
    .execute()
  return rows.toSorted(byPosition)
}

function expectOrder(places: readonly { id: string; position: string }[], ids: readonly string[]): void {
  expect(places.map(({ id }) => id)).toEqual(ids)
  expect(Math.max(...places.map(({ position }) => position.length))).toBeLessThanOrEqual(limits.position)
  expect(new Set(places.map(({ position }) => position)).size).toBe(ids.length)
}

test('DETAIL-13 the longest list is turned round and shuffled by one call', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await longList(server, ala)
  const ids = (await placesIn(server, list)).map(({ id }) => id)
  const random = seeded(1)
  const shuffled = ids.map((id) => ({ id, at: random() })).toSorted((a, b) => a.at - b.at)
  for (const order of [ids.toReversed(), shuffled.map(({ id }) => id), ids]) {
    const { status } = await server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_order: order })
    expect(status).toBe(200)
    expectOrder(await placesIn(server, list), order)
  }
})

test('DETAIL-13 OFFLINE-1 the longest list, its order saved offline and turned round, goes out through the outbox', async () => {
  freshStorage()
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const list = await longList(server, ala)
  const phone = testDevice(async ({ listId, body }) => {
    const reply = await server.call(ala, 'POST', `/api/v3/list/${listId}/sync`, { ...body, user: ala.id })
    if (reply.status !== 200) throw new ProblemError(reply.body, null)
    return reply.body
  })
  await phone.drain.dispatch(list, { type: 'pull' })
  const { rows } = await phone.db.readList(list)
  const wanted = rows.toSorted(byPosition).toReversed()
  await phone.db.append(
    list,
    placesFor(wanted, seeded(2), limits.position).map(({ id, position }) => ({
      op: 'set',
      rowId: id,
      field: 'position',
      value: position,
      baseVer: 1,
    })),
  )
  await phone.drain.dispatch(list, { type: 'trigger' })
  expect([await phone.db.outbox(), await phone.db.tray(), phone.failures]).toEqual([[], [], []])
  expectOrder(
    await placesIn(server, list),
    wanted.map(({ id }) => id),
  )
})
