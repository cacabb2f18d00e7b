import { mkdirSync } from 'node:fs'
import { buildApp } from '../server/app.ts'
import { parseConfig } from '../server/base/config.ts'
import { openDatabase } from '../server/db/open.ts'

const password = 'orange basket 26'
const people = [
  { email: 'anna@home.example', name: 'Anna', password },
  { email: 'tomek@home.example', name: 'Tomek', password },
] as const

type Ware = [name: string, category: string, price: number, quantity: number, unit: string, shop: string]
const wares: readonly Ware[] = [
  ['Milk', 'Dairy', 3.49, 2, 'l', 'Corner shop'],
  ['Butter', 'Dairy', 7.99, 1, 'pcs', 'Market hall'],
  ['Eggs', 'Dairy', 12.9, 10, 'pcs', 'Market hall'],
  ['Yellow cheese', 'Dairy', 8.4, 30, 'dag', 'Corner shop'],
  ['Natural yoghurt', 'Dairy', 2.19, 4, 'pcs', 'Corner shop'],
  ['Rye bread', 'Bakery', 6.5, 1, 'pcs', 'Bakery'],
  ['Rolls', 'Bakery', 0.89, 6, 'pcs', 'Bakery'],
  ['Potatoes', 'Vegetables', 2.99, 2.5, 'kg', 'Market hall'],
  ['Tomatoes', 'Vegetables', 9.9, 0.8, 'kg', 'Market hall'],
  ['Carrots', 'Vegetables', 3.2, 1, 'kg', 'Market hall'],
  ['Apples', 'Fruit', 4.5, 1.5, 'kg', 'Market hall'],
  ['Bananas', 'Fruit', 5.99, 1, 'kg', 'Corner shop'],
  ['Chicken breast', 'Meat', 24.9, 0.6, 'kg', 'Butcher'],
  ['Sausage', 'Meat', 32, 0.4, 'kg', 'Butcher'],
  ['Coffee beans', 'Pantry', 54.9, 0.5, 'kg', 'Market hall'],
  ['Black tea', 'Pantry', 13.5, 1, 'pcs', 'Corner shop'],
  ['Rice', 'Pantry', 5.8, 1, 'kg', 'Corner shop'],
  ['Pasta', 'Pantry', 4.99, 2, 'pcs', 'Corner shop'],
  ['Olive oil', 'Pantry', 39.9, 500, 'ml', 'Market hall'],
  ['Dish soap', 'Household', 8.99, 1, 'pcs', 'Corner shop'],
  ['Toilet paper', 'Household', 18.9, 1, 'pcs', 'Corner shop'],
]
/** what must not be forgotten in the shop */
const notes: Readonly<Record<string, string>> = {
  Milk: 'lactose-free',
  'Rye bread': 'sliced, if they have it',
  Tomatoes: 'on the vine',
}
/** counted in pieces, with a price per bottle or packet */
const perPack = new Set(['Olive oil', 'Yellow cheese', 'Eggs'])
const week = 7 * 86_400_000

/** Creates Anna and Tomek, their current lists and their purchases of the last year, through the API itself. */
export async function seedHousehold(env: Record<string, string | undefined>) {
  const config = parseConfig({ ...env, LOG_LEVEL: 'error' })
  mkdirSync(config.dataDir, { recursive: true })
  const db = await openDatabase(config.database)
  const today = Date.now()
  let now = today - 53 * week
  // The server gets a simulated time, so that a year passes at once.
  const app = await buildApp({ db, config, now: () => now, requestsPerWindow: 1_000_000 })

  async function call<T>(
    method: 'POST' | 'PUT',
    url: string,
    payload: object | undefined,
    token?: string,
  ): Promise<T> {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return (answer.body === '' ? undefined : answer.json()) as T
  }
  const signIn = async ({ email }: { email: string }) => {
    const body = {
      grant_type: 'password',
      client_id: 'web',
      client_secret: 'public',
      username: email,
      password,
    }
    return (await call<{ access_token: string }>('POST', '/oauth/v2/token', body)).access_token
  }
  async function newList(name: string, token: string): Promise<string> {
    return (await call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)).id
  }
  async function add(
    list: string,
    [name, category, price, quantity, unit, shop]: Ware,
    at: number,
    token: string,
  ) {
    // Prices creep up over the year and differ a little from week to week.
    const factor = 1 + 0.08 * ((now - today) / (52 * week)) + 0.03 * Math.sin(at * 1.7)
    const body = {
      productName: name,
      note: notes[name] ?? '',
      category,
      shop,
      unit: perPack.has(name) ? 'pcs' : unit,
      quantity: perPack.has(name) ? 1 : quantity,
      price: Math.round(price * factor * 100) / 100,
    }
    return (await call<{ id: string }>('POST', `/api/v3/list/${list}/product`, body, token)).id
  }
  const tick = (list: string, id: string, token: string) =>
    call('PUT', `/api/v3/list/${list}/product/${id}`, { productStatus: true }, token)

  for (const { email, name } of people) {
    await call('POST', '/api/v3/profile', { email, password, language: 'en', termsAccepted: true })
    await db.updateTable('account').set({ status: 'A', name }).where('email_key', '=', email).execute()
  }
  await db.deleteFrom('mail').execute()
  for (let past = 52; past > 0; past--) {
    now = today - past * week
    const token = await signIn(people[past % 2]!)
    const list = await newList(`Week of ${new Date(now).toISOString().slice(0, 10)}`, token)
    const bought = wares.filter((_, i) => (i * 7 + past * 3) % 5 < 2)
    for (const [i, ware] of bought.entries()) await tick(list, await add(list, ware, past + i, token), token)
    await call('PUT', `/api/v3/list/${list}/archivize`, undefined, token)
  }
  now = today
  const anna = await signIn(people[0])
  const shopping = await newList('This week', anna)
  for (const [i, ware] of wares.slice(0, 14).entries()) {
    const id = await add(shopping, ware, i, anna)
    if (i % 3 === 0) await tick(shopping, id, anna)
  }
  await call(
    'POST',
    `/api/v3/list/share?_list_id=${shopping}&_email_address=${people[1].email}`,
    undefined,
    anna,
  )
  await call(
    'PUT',
    `/api/v3/shared_list/${shopping}?email_address=${people[1].email}&permission=edit`,
    undefined,
    anna,
  )
  await call('PUT', `/api/v3/list/${shopping}/accepted`, undefined, await signIn(people[1]))
  const party = await newList('Birthday party', anna)
  for (const name of ['Balloons', 'Candles', 'Chocolate cake', 'Lemonade', 'Paper plates'])
    await call('POST', `/api/v3/list/${party}/product`, { productName: name, category: 'Party' }, anna)
  await db.deleteFrom('mail').execute()
  await app.close()
  await db.destroy()
  return people
}
