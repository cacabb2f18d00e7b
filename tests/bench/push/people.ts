import { startSession } from '../../../server/auth/session.ts'
import type { Services } from '../../../server/services/services.ts'
import { newSubscription, type Received } from '../../support/push-service.ts'
import { account, type Person, person } from '../server/seed.ts'
import type { PushService } from './service.ts'

/** Somebody whose devices get notifications. */
export interface Reader {
  id: string
  token: string
  /** Decrypts a message to the first device. */
  read: (message: Pick<Received, 'body'>) => Record<string, unknown>
}

export interface Cast {
  /** owns the small list; only Ben and Clara are its members, with one device each */
  anna: Person
  ben: Reader
  clara: Reader
  /** owns the large list */
  dora: Person
  members: Reader[]
  /** share nothing with the others */
  strangers: Person[]
}

export const large = { members: 50, devices: 20 }

/** Makes everybody whom the section needs, straight in the database. */
export async function makeCast(services: Services, service: PushService): Promise<Cast> {
  const size = { products: 50, lists: 3, devices: 1 }
  const readers: Reader[] = []
  for (let n = 0; n < large.members; n++) readers.push(await reader(services, service, large.devices))
  const strangers: Person[] = []
  for (let n = 0; n < 10; n++) strangers.push(await person(services, size, []))
  const [ben, clara] = [await reader(services, service, 1), await reader(services, service, 1)]
  return {
    anna: await person(services, size, [ben.id, clara.id]),
    ben,
    clara,
    dora: await person(
      services,
      size,
      readers.map(({ id }) => id),
    ),
    members: readers,
    strangers,
  }
}

async function reader(services: Services, service: PushService, devices: number): Promise<Reader> {
  const { db, now } = services
  const id = await account(services)
  const { access } = await db.transaction().execute((trx) => startSession(trx, services, id, ''))
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const made = Array.from({ length: devices }, (_, n) =>
    newSubscription(service.endpoint(`/${id}/device-${n}`, n)),
  )
  const usual = {
    account_id: id,
    session_id: session.id,
    language: 'en' as const,
    kinds: JSON.stringify({ shared: true, trips: true, added: true, done: true }),
    lists: '{}',
    quiet: '',
    created_at: now(),
    updated_at: now(),
  }
  const rows = made.map(({ subscription: { endpoint, keys } }, n) => ({
    ...usual,
    ...keys,
    device_id: `device-${n}`,
    endpoint,
    host: new URL(endpoint).host,
  }))
  await db.insertInto('push_device').values(rows).execute()
  const [first] = made
  if (!first) throw new Error('no device')
  return { id, token: access, read: first.read as Reader['read'] }
}
