import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailKey } from '../../../core/text/normalise.ts'
import { startSession } from '../../../server/auth/session.ts'
import { parseConfig } from '../../../server/base/config.ts'
import { type Db, openDatabase } from '../../../server/db/open.ts'
import { buildApp } from '../../../server/app.ts'
import { insertList, newList } from '../../../server/lists/store/new-list.ts'
import type { Services } from '../../../server/services/services.ts'
import { sync } from '../../../server/lists/sync/sync.ts'

export interface Person {
  id: string
  token: string
  list: string
  /** of its device in that list */
  seq: number
  head: number
}

export interface Size {
  people: number
  products: number
  lists: number
  /** beside the owner */
  members: number
  devices: number
}

export interface Filled {
  folder: string
  people: Person[]
}

/** Makes accounts with lists, straight in the database; nothing of it is measured. */
export async function fill(database: string, size: Size): Promise<Filled> {
  const { folder, made } = await seed(database, async (services) => {
    const guests = await Promise.all(Array.from({ length: size.members }, () => account(services)))
    const people: Person[] = []
    for (let n = 0; n < size.people; n++) people.push(await person(services, size, guests))
    return people
  })
  return { folder, people: made }
}

/** Runs `make` with the parts of a server on this database ('sqlite': a new one in the folder that is returned). */
export async function seed<T>(
  database: string,
  make: (services: Services) => Promise<T>,
): Promise<{ folder: string; made: T }> {
  const folder = mkdtempSync(join(tmpdir(), 'koszyk-bench-'))
  const url = database === 'sqlite' ? `sqlite:${join(folder, 'lists.sqlite')}` : database
  const config = parseConfig({ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent' })
  const db = await openDatabase(config.database)
  const app = await buildApp({ db, config, dist: join(folder, 'dist') })
  try {
    return { folder, made: await make(app.services) }
  } finally {
    await app.close()
    await db.destroy()
  }
}

export async function account({ db, newId, now }: Services): Promise<string> {
  const id = newId()
  const email = `${id}@example.org`
  await db
    .insertInto('account')
    .values({
      id,
      email,
      email_key: emailKey(email),
      password_hash: '',
      status: 'A',
      status_before: '',
      language: 'en',
      name: 'Anna',
      surname: 'Nowak',
      created_at: now(),
      terms_at: now(),
    })
    .execute()
  return id
}

/** Makes an account with its lists; `guests` may edit the first one. */
export async function person(
  services: Services,
  size: Omit<Size, 'people' | 'members'>,
  guests: string[],
): Promise<Person> {
  const { db, now } = services
  const id = await account(services)
  const made = { ownerId: id, createdAt: now() }
  const { token, list } = await db.transaction().execute(async (trx) => {
    const { access } = await startSession(trx, services, id, '')
    const first = newList(services, { ...made, id: services.newId(), name: 'Weekend' })
    await insertList(trx, first)
    for (let n = 1; n < size.lists; n++)
      await insertList(trx, newList(services, { ...made, id: services.newId(), name: `Weekend ${n}` }))
    return { token: access, list: first.id }
  })
  await addGuests(db, list, guests, now())
  const one = { id, token, list, seq: 0, head: 0 }
  const call = { listId: list, user: { id }, now: now(), random: Math.random, randomBytes }
  const adds = Array.from({ length: size.products }, (_, n) => n)
  for (let from = 0; from < adds.length; from += 500) {
    const ops = adds.slice(from, from + 500).map((n) => addOf(one, `p${n}`, n))
    const { head } = await sync(db, { ...call, request: bodyOf(one, ops) })
    one.head = head
  }
  for (let n = 1; n < size.devices; n++)
    await db
      .insertInto('client')
      .values({ list_id: list, client_id: `other-${n}`, account_id: id, last_seq: 1 })
      .execute()
  return one
}

async function addGuests(db: Db, list: string, guests: string[], at: number): Promise<void> {
  for (const guest of guests)
    await db
      .insertInto('member')
      .values({ list_id: list, account_id: guest, permission: 'edit', created_at: at, accepted: 1 })
      .execute()
}

export function addOf(one: Person, rowId: string, n: number) {
  const value = { productName: `Product number ${n}`, price: n + 1, shop: 'Corner', category: 'Dairy' }
  return { ...placeOf(one), op: 'add', rowId, value }
}

export function setOf(one: Person, rowId: string, field: string, value: unknown) {
  return { ...placeOf(one), op: 'set', rowId, field, value, baseVer: one.head }
}

function placeOf(one: Person) {
  const seq = ++one.seq
  return { seq, opId: `${one.list}-${seq}`, ageMs: 0 }
}

export function bodyOf(one: Person, ops: object[]) {
  return { v: 2, client: 'bench', request: `r${one.seq}`, cursor: one.head, ops } as never
}
