import { expect, test } from 'vitest'
import { addList, addProduct, phone, remove, setList as set } from '../sync/list-phone.ts'
import { type Person, share, type TestServer, testServer } from '../../support/server.ts'

/** Small and seeded, so that a failing run can be repeated. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const list = 'mine'
const rounds = 20

interface Hand {
  name: string
  who: Person
  device: ReturnType<typeof phone>
  roll: (sides: number) => number
  seq: number
  added: string[]
  /** ids of what the server took */
  taken: Set<string>
}

function hand(server: TestServer, who: Person, name: string, seed: number): Hand {
  const device = phone(server, who, list, `${name}-phone`)
  return { name, who, device, roll: dice(seed), seq: 1, added: [], taken: new Set() }
}

/** Three changes in one call; every third call is sent a second time at the same time, as after a lost answer. */
async function change(one: Hand, round: number): Promise<number> {
  const { device, roll, name, added } = one
  const id = `${name}-${round}`
  const old = added[roll(added.length)]
  const ops = [
    addProduct(id),
    set(id, 'productStatus', true),
    old !== undefined && roll(2) === 0 ? remove(old) : set(id, 'price', 1 + roll(9)),
  ]
  const numbered = device.numbered(ops, one.seq)
  const replies = await Promise.all(
    Array.from({ length: roll(3) === 0 ? 2 : 1 }, () => device.post(numbered)),
  )
  const statuses = replies.map(({ status }) => status)
  if (!statuses.includes(200)) return statuses[0] ?? 0
  one.seq += ops.length
  added.push(id)
  for (const { opId } of numbered as unknown as { opId: string }[]) one.taken.add(opId)
  return 200
}

test('TOGETHER-4 TOGETHER-5 members and guests change one list at once while links end: each change is applied and told once', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const mine = phone(server, ala, list, 'ala-first')
  await mine.send([addList(list), addProduct('milk')])
  const people = await Promise.all(
    ['ben', 'ewa', 'jan'].map(async (name) => {
      const who = await server.person(`${name}@example.pl`)
      await share(server, ala, list, who, 'edit')
      return hand(server, who, name, name.length + name.charCodeAt(0))
    }),
  )
  const link = async () =>
    (await server.call(ala, 'POST', `/api/v3/list/${list}/guest`, { permission: 'edit' })).body as {
      id: string
      code: string
    }
  const links = [await link(), await link()]
  const guests = await Promise.all(
    links.flatMap(({ code }, i) =>
      ['ola', 'iga'].map(async (name, k) => {
        const { body } = await server.call(null, 'POST', `/api/v3/guest/${code}`, { name: `${name}${i}` })
        const who = { id: body.user_id, email: '', access: body.access_token, refresh: body.refresh_token }
        return hand(server, who, `${name}${i}`, 100 + 10 * i + k)
      }),
    ),
  )
  const hands = [hand(server, ala, 'ala', 7), ...people, ...guests]
  const ended = new Map<string, number>()

  await Promise.all([
    ...hands.map(async (one) => {
      for (let round = 0; round < rounds; round++) {
        const status = await change(one, round)
        if (status === 200) continue
        // Only a guest is ever refused, and then for good. 404: the call was under way when the link ended.
        expect(guests).toContain(one)
        expect([401, 404]).toContain(status)
        ended.set(one.name, one.added.length)
        return
      }
    }),
    (async () => {
      // In the middle of it the first link ends.
      for (let asked = 0; asked < rounds / 2; asked++) await mine.pull()
      await server.call(ala, 'DELETE', `/api/v3/list/${list}/guest/${links[0]?.id}`)
    })(),
  ])
  expect([...ended.keys()].toSorted()).toEqual(['iga0', 'ola0'])

  // Nothing of an ended guest comes in any more, also not what it had not sent.
  for (const one of guests.filter(({ name }) => ended.has(name)))
    expect((await one.device.post(one.device.numbered([addProduct('late')], one.seq))).status).toBe(401)

  const { rows } = (await mine.pull()).body
  const names = rows.flatMap((row) => ('kind' in row ? [] : [row.id]))
  expect(names).not.toContain('late')
  const told = []
  for (let before: number | null = null; ;) {
    const query: string = before === null ? '' : `&before=${before}`
    const { body } = await server.call(ala, 'GET', `/api/v3/list/${list}/history?limit=50${query}`)
    told.push(...(body as { ver: number; what: string; productId?: string; by: string }[]))
    const last = (body as { ver: number }[]).at(-1)
    if (!last || last.ver === before) break
    before = last.ver
  }
  // Each product that was taken was added once, by whoever typed it, and once deleted at most.
  for (const one of hands)
    for (const id of one.added) {
      const adds = told.filter(({ what, productId }) => what === 'add' && productId === id)
      expect(adds.map(({ by }) => by)).toEqual([one.name])
      expect(told.filter(({ what, productId }) => what === 'delete' && productId === id).length).toBeLessThan(
        2,
      )
    }
  // What the history tells is what the list is: added and not deleted.
  const added = told.filter(({ what }) => what === 'add').map(({ productId }) => productId)
  const deleted = new Set(told.filter(({ what }) => what === 'delete').map(({ productId }) => productId))
  expect(added.filter((id) => !deleted.has(id)).toSorted()).toEqual(names.toSorted())

  const operations = await server.db
    .selectFrom('operation')
    .select(['op_id'])
    .where('list_id', '=', list)
    .execute()
  const ids = operations.map(({ op_id }) => op_id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const one of hands) for (const id of one.taken) expect(ids).toContain(id)
})
