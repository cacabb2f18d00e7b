import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { putValue } from '../../../device/storage/app-db.ts'
import type { AccountDb } from '../../../device/storage/db.ts'
import type { Device } from '../../../device/device.ts'
import { createHttp } from '../../../device/http.ts'
import { placeOf } from '../../../device/storage/moving.ts'
import { limits } from '../../../core/product/entities.ts'
import { localCategories, localTemplates } from '../../../src/trial/local.ts'
import { createSender } from '../../../src/sync/send-unsent.ts'
import { categoryWay, templateWay } from '../../../src/templates/state/send.ts'
import { useDevice } from '../../../src/sync/device.ts'
import { useSession } from '../../../src/account/session/session.ts'
import { mayLeave } from '../../../src/account/state/sign-out.ts'
import { moveTrialTo } from '../../../src/app/start/move-trial.ts'
import { isUnsent } from '../../../src/account/session/unsent.ts'
import { freshStorage, testDevice } from '../../support/device.ts'
import { type Person, testServer, type TestServer } from '../../support/server.ts'

const never = () => Promise.reject(new Error('no network in this test'))
const place = (userId: string, name: string) => testDevice(never, { userId, name, isUnsent }).db
const lake = { description: '', difficulty: 'hard', isPublic: false, image: 'fish.svg' } as const
const worms = { productName: 'Worms', quantity: 20, unit: 'pcs', productStatus: false } as const
const products = ['p1', 'p2', 'p3'].map((id) => ({ id, value: { ...worms, note: id } }))

beforeEach(async () => {
  freshStorage()
  await putValue('trial', 'trial-1')
})

/** A trial with a template of three products and a category. */
async function aTrial(): Promise<AccountDb> {
  const trial = place('trial-1', 't')
  await localTemplates.make(trial, 'a', { ...lake, templateName: 'Lake', products }, 9)
  await localCategories.make(trial, 'c', { category_name: 'Fishing', keywords: ['worm', 'hook'] }, 9)
  return trial
}

/** The sender of an account's page. `lost`: the numbers of the calls whose answer is lost. */
function sender(server: TestServer, who: Person, db: AccountDb, lost: readonly number[] = []) {
  const told: string[] = []
  let calls = 0
  const { call } = createHttp({
    baseUrl: 'http://localhost/',
    session: {
      get: async () => ({ userId: who.id, email: '', accessToken: who.access, expiresAt: 0, remember: true }),
      put: async () => undefined,
    },
    now: Date.now,
    exclusive: (run) => run(),
    async fetch(input, init) {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const reply = await server.app.inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: (await request.text()) || undefined,
      })
      calls += 1
      if (lost.includes(calls)) throw new TypeError('the answer is lost')
      return new Response(reply.rawPayload.length > 0 ? new Uint8Array(reply.rawPayload) : null, {
        status: reply.statusCode,
        headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
      })
    },
  })
  const run = createSender([categoryWay, templateWay], {
    device: { userId: who.id, isTrial: false, db } as Device,
    call,
    isOurs: () => true,
    rest: async () => void told.push('rested'),
    refused: (names) => told.push(`refused ${names.join()}`),
  })
  return { run, told, calls: () => calls }
}

async function onServer(server: TestServer, who: Person) {
  const { body: templates } = await server.call(who, 'GET', '/api/v3/templates?type=user')
  const { body: categories } = await server.call(who, 'GET', '/api/v3/category-keywords')
  const whole = await Promise.all(
    (templates.items as { id: string }[]).map(
      async ({ id }) => (await server.call(who, 'GET', `/api/v3/template/${id}`)).body,
    ),
  )
  return {
    templates: whole.map(
      ({ id, templateName, products }) =>
        `${id} ${templateName}: ${(products as { note: string }[]).map(({ note }) => note).join(' ')}`,
    ),
    categories: (categories as { own: boolean; category_name: string; keywords: string[]; icon: string }[])
      .filter(({ own }) => own)
      .map(({ category_name, keywords, icon }) => `${category_name} (${keywords.join(' ')}) ${icon}`),
  }
}

const allOfIt = { templates: ['a Lake: p1 p2 p3'], categories: ['Fishing (worm hook) null'] }

test('TRIAL-2 templates and categories are moved with the lists, and the account sends them once', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  const trial = await aTrial()
  expect(await moveTrialTo(anna.id)).toMatchObject({ values: { count: 0, templates: 1, categories: 1 } })
  expect(await localTemplates.all(trial)).toEqual([])
  const db = place(anna.id, 'a')
  const first = sender(server, anna, db)
  await first.run()
  expect(first.told).toEqual([])
  expect(await onServer(server, anna)).toEqual(allOfIt)
  const made = await server.call(anna, 'GET', '/api/v3/template/a')
  expect(made.body).toMatchObject({
    difficulty: 'hard',
    image: 'fish.svg',
    products: [{ id: 'p1', quantity: 20, category_name: 'Fishing', priceUnknown: true }, {}, {}],
  })
  // Nothing is left to do, and a sign-out leaves the marks alone.
  const second = sender(server, anna, db)
  await second.run()
  await db.forget()
  await sender(server, anna, db).run()
  expect([second.calls(), second.told]).toEqual([0, []])
})

test('TRIAL-2 sending that breaks off at any call goes on in the next page, and nothing is there twice', async () => {
  const server = await testServer()
  for (let lost = 1; lost <= 6; lost++) {
    freshStorage()
    await putValue('trial', 'trial-1')
    const anna = await server.person(`anna${lost}@example.org`)
    const trial = await aTrial()
    const [one] = await localTemplates.all(trial)
    await localTemplates.drop(trial, 'a')
    await localTemplates.make(trial, `a${lost}`, one!.value, 9)
    await moveTrialTo(anna.id)
    const db = place(anna.id, `a${lost}`)
    const page = sender(server, anna, db, [lost])
    await expect(page.run()).rejects.toThrow('lost')
    // The same page, or the one that is opened next.
    if (lost % 2 === 0) await page.run()
    else await sender(server, anna, place(anna.id, `b${lost}`)).run()
    const there = await onServer(server, anna)
    expect(there).toEqual({ ...allOfIt, templates: [`a${lost} Lake: p1 p2 p3`] })
  }
})

test('TRIAL-2 an account that has a category of that name gets its words, and keeps its own icon', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  await server.call(anna, 'POST', '/api/v3/category-keywords', {
    category_name: 'fishing',
    keywords: ['Hook', 'rod'],
    icon: 'fish.svg',
  })
  await aTrial()
  await moveTrialTo(anna.id)
  await sender(server, anna, place(anna.id, 'a')).run()
  expect((await onServer(server, anna)).categories).toEqual(['fishing (Hook rod worm) fish.svg'])
})

test('TRIAL-2 what the server refuses is told once, stays on the device, and goes when there is room', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  const ids = Array.from({ length: limits.categoriesOfUser }, (_, i) => `old ${i}`)
  for (const category_name of ids)
    await server.call(anna, 'POST', '/api/v3/category-keywords', { category_name, keywords: [] })
  await aTrial()
  await moveTrialTo(anna.id)
  const db = place(anna.id, 'a')
  const page = sender(server, anna, db)
  await page.run()
  await page.run()
  expect(page.told).toEqual(['refused Fishing'])
  expect(await localCategories.all(db)).toMatchObject([{ id: 'c', refused: 'limitReached' }])
  const { body } = await server.call(anna, 'GET', '/api/v3/category-keywords')
  await server.call(anna, 'DELETE', `/api/v3/category-keywords/${body[0].id}`)
  await page.run()
  expect(await localCategories.all(db)).toEqual([])
  expect((await onServer(server, anna)).categories.at(-1)).toBe('Fishing (worm hook) null')
})

test('TRIAL-2 deleted while it is on its way, or on another device, it does not come back', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  await aTrial()
  await moveTrialTo(anna.id)
  const db = place(anna.id, 'a')
  await expect(sender(server, anna, db, [4]).run()).rejects.toThrow('lost')
  await server.call(anna, 'DELETE', '/api/v3/template/a')
  await sender(server, anna, db).run()
  expect((await onServer(server, anna)).templates).toEqual([])
  expect(await localTemplates.all(db)).toEqual([])
})

test('TRIAL-2 a long template leaves room for other calls, and goes on where the server had enough of them', async () => {
  const server = await testServer({ requestsPerWindow: 90 })
  const anna = await server.person('anna@example.org')
  const db = place(anna.id, 'a')
  const many = Array.from({ length: 120 }, (_, i) => ({ id: `p${i}`, value: { ...worms, note: `${i}` } }))
  await localTemplates.make(db, 'a', { ...lake, templateName: 'Lake', products: many }, 9)
  const page = sender(server, anna, db)
  await expect(page.run()).rejects.toThrow('Too many requests')
  server.clock.now += 5_000
  const before = page.calls()
  await page.run()
  expect(page.told).toEqual(['rested'])
  // The template and each product once, and the one that was turned away again.
  expect([before <= 91, page.calls()]).toEqual([true, 122])
  server.clock.now += 5_000
  const notes = many.map(({ value }) => value.note).join(' ')
  expect((await onServer(server, anna)).templates).toEqual([`a Lake: ${notes}`])
})

test('TRIAL-2 a log-out asks about what is not sent yet, and leaves it for the next log-in', async () => {
  await aTrial()
  await moveTrialTo('anna')
  const db = place('anna', 'a')
  useDevice.setState({ device: { userId: 'anna', isTrial: false, db } as unknown as Device })
  const goesOn = mayLeave()
  await expect.poll(() => useSession.getState().question).toMatchObject({ about: 'unsent', count: 2 })
  useSession.getState().question?.answer(true)
  expect(await goesOn).toBe(true)
  await db.forget()
  useDevice.setState({ device: null })
  expect((await localTemplates.all(place('anna', 'b'))).map(({ id }) => id)).toEqual(['a'])
})

test('TRIAL-2 after a move that broke off, only what was changed since then is moved again, and what was deleted is not', async () => {
  const trial = await aTrial()
  await localTemplates.make(trial, 'b', { ...lake, templateName: 'River', products: [] }, 9)
  const anna = place('anna', 'a')
  await trial.putValue('movingTo', 'anna')
  await placeOf(anna).takeIn(await placeOf(trial).belongings(0), (_key, _moved, own) => own)
  // The log-in broke off, and the trial goes on.
  await localTemplates.change(trial, 'a', (template) => ({ ...template, templateName: 'Pond' }))
  await localTemplates.drop(trial, 'b')
  await moveTrialTo('anna')
  expect((await localTemplates.all(anna)).map(({ value }) => value.templateName)).toEqual(['Pond'])
  expect((await localCategories.all(anna)).map(({ id }) => id)).toEqual(['c'])
})

test('TRIAL-2 what one account took in, in a move that broke off, is not taken by the next', async () => {
  const trial = await aTrial()
  await trial.putValue('movingTo', 'anna')
  const anna = place('anna', 'a')
  await placeOf(anna).takeIn(await placeOf(trial).belongings(0), (_key, _moved, own) => own)
  await localTemplates.make(trial, 'b', { ...lake, templateName: 'River', products: [] }, 9)
  await moveTrialTo('ben')
  const ben = place('ben', 'b')
  expect((await localTemplates.all(anna)).map(({ id }) => id)).toEqual(['a'])
  expect((await localTemplates.all(ben)).map(({ id }) => id)).toEqual(['b'])
  expect(await localCategories.all(ben)).toEqual([])
})
