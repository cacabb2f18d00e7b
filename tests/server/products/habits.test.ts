import { expect, test } from 'vitest'
import type { Answer } from '../../../core/contract/api.ts'
import { dueProducts } from '../../../core/text/due.ts'
import { searchable } from '../../../core/text/suggest.ts'
import { usuals } from '../../../core/text/usuals.ts'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { prune } from '../../../server/operate/jobs.ts'
import { newList, type Person, personOf, share } from '../../support/server.ts'
import { add, household, type Household, remove, set, sharedList, tick, untick } from '../money/household.ts'

const day = 86_400_000
const firstSaturday = Date.parse('2026-01-03T10:00:00Z')
const saturday = (week: number) => new Date(firstSaturday + week * 7 * day).toISOString()

/** Seven weeks of two people on one list; each Saturday what was bought leaves it, as with 'Keep this list'. */
async function sevenWeeks() {
  const house = await household()
  const { ala, ola, jan, send } = house
  const list = await sharedList(house)
  for (let week = 0; week < 7; week++) {
    const at = saturday(week)
    const id = (name: string) => `${name}-${week}`
    await send(ala, list, at, [
      add(id('eggs'), week % 2 ? 'Jajka' : 'jajko', { quantity: 10 }),
      add(id('milk'), 'Milk', { quantity: 1, unit: 'l', price: 3.5 }),
      ...(week % 2 ? [] : [add(id('cola'), 'Cola', { quantity: 1.5, unit: 'l' })]),
      add(id('never'), 'Never bought'),
    ])
    await send(jan, list, at, [tick(id('eggs'))])
    await send(ola, list, at, [tick(id('milk')), ...(week % 2 ? [] : [tick(id('cola'))])])
    if (week === 4)
      await send(
        ola,
        list,
        at,
        Array.from({ length: 20 }, (_, n) => add(`party-${n}`, `Party thing ${n}`, { bought: true })),
      )
    const gone = week === 4 ? Array.from({ length: 20 }, (_, n) => `party-${n}`) : []
    if (week % 2 === 0) gone.push(id('cola'))
    await send(ala, list, at, [id('eggs'), id('milk'), id('never'), ...gone].map(remove))
  }
  return { ...house, list }
}

/** Returns what a person's tiles say, what is due first, as a new device would show it at this instant. */
async function tiles({ server, logIn }: Pick<Household, 'server' | 'logIn'>, who: Person, at: string) {
  const { status, body } = await server.call(await logIn(who, at), 'GET', '/api/v3/products')
  expect(status).toBe(200)
  const known = searchable(body as Answer<'products'>, ({ productName }) => productName)
  const text = ({ productName, amount }: Answer<'products'>[number]) =>
    `${productName} ${amount?.quantity} ${amount?.unit}`
  const due = dueProducts(known, new Map(), new Set(), Date.parse(at))
  const left = new Set(known.filter(({ entry }) => due.includes(entry)).map(({ key }) => key))
  return { due: due.map(text), often: usuals(known, left, Date.parse(at)).map(text) }
}

const nothing = { due: [], often: [] }
/** A week after the last Saturday: eggs and milk are due; so is cola, which was bought every other week. */
const all = { due: ['jajko 10 pcs', 'Milk 1 l'], often: ['Cola 1.5 l'] }

test('HABIT-1 HABIT-2 HABIT-3 HABIT-4 seven weeks are remembered for both, with amounts, whatever happens to the list', async () => {
  const house = await sevenWeeks()
  const { server, ala, ola, jan, list, logIn } = house
  const [friday, next] = [new Date(Date.parse(saturday(7)) - day).toISOString(), saturday(7)]
  expect(await tiles(house, ala, friday)).toEqual(all)
  expect(await tiles(house, ola, friday)).toEqual(all)
  // Jan may only tick there, so he does not plan what is bought.
  expect(await tiles(house, jan, friday)).toEqual(nothing)
  // The night erases the texts of what left the list a week ago or more.
  await prune(server.db, Date.parse(friday))
  expect(await tiles(house, ola, friday)).toEqual(all)
  const a = await logIn(ala, friday)
  expect((await server.call(a, 'PUT', `/api/v3/list/${list}/archivize`)).status).toBe(200)
  expect(await tiles(house, ola, friday)).toEqual(all)
  expect((await server.call(a, 'DELETE', '/api/v3/list', { _id: list })).status).toBe(200)
  await prune(server.db, Date.parse(friday))
  expect(await tiles(house, ala, friday)).toEqual(all)
  expect(await tiles(house, ola, friday)).toEqual(all)
  expect(await tiles(house, jan, friday)).toEqual(nothing)
  expect((await tiles(house, ola, next)).due).toEqual(['jajko 10 pcs', 'Milk 1 l'])
  // What nobody buys any more leaves.
  expect(await tiles(house, ola, '2026-08-01T10:00:00Z')).toEqual(nothing)
})

test('HABIT-1 who leaves a list or is removed no longer sees what it is for, and who never opened one neither', async () => {
  const house = await sevenWeeks()
  const { server, ala, ola, jan, list, logIn } = house
  const at = saturday(7)
  const a = await logIn(ala, at)
  const removed = `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`
  expect((await server.call(a, 'DELETE', removed)).status).toBe(204)
  expect(await tiles(house, ola, at)).toEqual(nothing)
  await server.call(await logIn(ala, at), 'DELETE', '/api/v3/list', { _id: list })
  expect(await tiles(house, ola, at)).toEqual(nothing)
  // A stranger's list, which its owner deletes at once.
  const j = await logIn(jan, at)
  const foreign = await newList(server, j, 'Spam')
  await house.send(jan, foreign, at, [add('x', 'Spam', { bought: true })])
  await server.call(j, 'POST', `/api/v3/list/share?_list_id=${foreign}&_email_address=${ola.email}`)
  await server.call(j, 'PUT', `/api/v3/shared_list/${foreign}?email_address=${ola.email}&permission=edit`)
  expect(await tiles(house, ola, at)).toEqual(nothing)
  await server.call(await logIn(jan, at), 'DELETE', '/api/v3/list', { _id: foreign })
  expect(await tiles(house, ola, at)).toEqual(nothing)
  expect((await tiles(house, jan, at)).often).toEqual(['Spam 1 pcs'])
})

test('HABIT-1 an account that is erased takes the habits of its lists with it, and not those of others', async () => {
  const house = await sevenWeeks()
  const { server, ala, ola, list, logIn, send } = house
  const at = saturday(7)
  const olas = await newList(server, await logIn(ola, at), 'Hers')
  await share(server, await logIn(ola, at), olas, await logIn(ala, at), 'edit')
  await send(ala, olas, at, [add('tea', 'Tea', { bought: true }), remove('tea')])
  await server.call(await logIn(ala, at), 'DELETE', '/api/v3/list', { _id: list })
  const erase = async (who: Person) => {
    await server.db
      .updateTable('account')
      .set({ status: 'D', status_before: 'A', deleted_at: server.clock.now - 40 * day })
      .where('id', '=', who.id)
      .execute()
    await removeDeletedAccounts(server.db, server.clock.now)
  }
  await erase(ala)
  expect(await tiles(house, ola, at)).toEqual({ due: [], often: ['Tea 1 pcs'] })
  await erase(ola)
  expect(await server.db.selectFrom('purchase').selectAll().execute()).toEqual([])
  expect(await server.db.selectFrom('product').selectAll().execute()).toEqual([])
})

test('HABIT-1 a guest and a public reader never see habits', async () => {
  const { server, ala, list, logIn } = await sevenWeeks()
  const at = saturday(7)
  const a = await logIn(ala, at)
  const { body } = await server.call(a, 'POST', `/api/v3/list/${list}/guest`, { permission: 'edit' })
  const joined = await server.call(null, 'POST', `/api/v3/guest/${body.code}`, { name: 'Zosia' })
  expect((await server.call(personOf('', joined), 'GET', '/api/v3/products')).status).toBe(403)
  const { body: link } = await server.call(a, 'POST', `/api/v3/list/${list}/hash`)
  const read = await server.call(null, 'GET', `/api/v3/list/hash/${link.hash}`)
  expect(read.status).toBe(200)
  expect(JSON.stringify(read.body)).not.toMatch(/milk|jaj|cola/i)
  expect((await server.call(null, 'GET', '/api/v3/products')).status).toBe(401)
})

test('HABIT-1 a tick that is taken back is no purchase, and one that is used again is one more', async () => {
  const house = await household()
  const { server, ala, send } = house
  const list = await sharedList(house)
  const at = (ms: string) => `2026-01-${ms}:00Z`
  await send(ala, list, at('02T12:00'), [add('tea', 'Tea'), add('salt', 'Salt'), tick('tea'), tick('salt')])
  await send(ala, list, at('02T13:00'), [untick('salt')])
  // Unticked a week later to be bought again, without a price: the first purchase stays.
  await send(ala, list, at('09T12:00'), [untick('tea')])
  const often = async (time: string) => (await tiles(house, ala, at(time))).often
  expect(await often('09T13:00')).toEqual(['Tea 1 pcs'])
  await send(ala, list, at('10T12:00'), [
    tick('tea'),
    add('deposit', 'Bottles', { price: -0.5, bought: true }),
    remove('deposit'),
  ])
  const a = await house.logIn(ala, at('10T13:00'))
  const { body } = await server.call(a, 'GET', '/api/v3/products')
  expect(body[0]).toMatchObject({ productName: 'Tea', times: 2, lastAt: '2026-01-10T12:00:00.000Z' })
  expect(body.filter(({ times }: { times?: number }) => times)).toHaveLength(1)
  // What has no price costs nothing and sets no lowest price.
  expect((await server.call(a, 'GET', '/api/v3/spending?by=month')).body).toMatchObject([
    { sum: -0.5, count: 1, withoutPrice: 2 },
  ])
  expect(JSON.stringify((await server.call(a, 'GET', '/api/v3/prices')).body)).not.toContain('Tea')
  expect((await server.call(a, 'GET', '/api/v3/me/export')).body.purchases).toEqual([
    expect.not.objectContaining({ price: expect.anything() }),
  ])
})

test('TRIP-1 HABIT-1 what waits on a list without a shop is known by where anybody bought it last', async () => {
  const house = await household()
  const { server, ala, ola, send } = house
  const list = await sharedList(house)
  const at = (ms: string) => `2026-01-${ms}:00Z`
  await send(ala, list, at('02T12:00'), [add('tea', 'Tea'), set('tea', 'shop', 'Lidl'), tick('tea')])
  await send(ala, list, at('02T13:00'), [remove('tea'), add('more', 'Tea')])
  const { body } = await server.call(await house.logIn(ola, at('03T12:00')), 'GET', '/api/v3/products')
  expect(body[0]).toMatchObject({ productName: 'Tea', shop_name: 'Lidl', times: 1 })
})

test('HABIT-1 what is read for an account is bounded, however much was bought', async () => {
  const { server, ala } = await household()
  const list = await newList(server, ala)
  const now = server.clock.now
  for (let start = 0; start < 6_000; start += 500)
    await server.db
      .insertInto('purchase')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          list_id: list,
          product_id: `p${start + n}`,
          ticked_at: now - (start + n) * 60_000,
          price: 1,
          price_unknown: 1,
          quantity: 100,
          unit: 'pcs' as const,
          price_for: 'unit' as const,
          name: start + n < 3_000 ? `New ${(start + n) % 300}` : 'Old',
          category: '',
          shop: '',
          currency: 'PLN',
          at: now,
        })),
      )
      .execute()
  const { body } = await server.call(ala, 'GET', '/api/v3/products')
  const bought = body.filter((one: { times?: number }) => one.times)
  expect(bought).toHaveLength(150)
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(60_000)
})
