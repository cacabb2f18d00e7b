import { ECDH } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Answer, Body } from '../../core/contract/api.ts'
import type { PushKinds, PushLists, Quiet } from '../../core/contract/push.ts'
import { idPattern, limits } from '../../core/product/entities.ts'
import { refreshMs } from '../base/times.ts'
import { invalid } from '../base/problem.ts'
import { holdAccount } from '../limits/quota.ts'
import type { Services } from '../services/services.ts'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import { answers, writes } from '../http/route.ts'
import { parseEndpoint } from '../push/endpoint.ts'
import { siteOf } from '../push/sites.ts'
import { isTimeZone } from '../push/quiet-hours.ts'

/** Serves the devices of an account that get notifications. */
export async function pushRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, push, now } = services

  answers(app, services, 'push', async ({ user }) => ({
    vapidPublicKey: push.vapidPublicKey,
    devices: await pushDevicesOf(db, user.id, user.sessionId, now()),
  }))

  writes(app, services, 'setPush', async (trx, { user, params, body }) => {
    const { host, ...device } = parse(body, push.isEndpoint)
    // Without the lock, concurrent calls could exceed the limit.
    await holdAccount(trx, user.id)
    await trx
      .deleteFrom('push_device')
      .where('endpoint', '=', device.endpoint)
      .where((where) =>
        where.or([where('account_id', '<>', user.id), where('device_id', '<>', params.deviceId)]),
      )
      .execute()
    const row = { ...device, host, site: siteOf(host), session_id: user.sessionId, updated_at: now() }
    await trx
      .insertInto('push_device')
      .values({ ...row, account_id: user.id, device_id: params.deviceId, created_at: now() })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'device_id']).doUpdateSet(({ eb, ref }) => {
          // Registering the same endpoint again is no reason to try it again at once.
          const ofSameEndpoint = (column: 'failures' | 'retry_at' | 'worked' | 'refused_at') =>
            eb
              .case()
              .when('push_device.endpoint', '=', ref('excluded.endpoint'))
              .then(ref(`push_device.${column}`))
              .else(0)
              .end()
          const [failures, retry_at] = [ofSameEndpoint('failures'), ofSameEndpoint('retry_at')]
          return {
            ...row,
            failures,
            retry_at,
            worked: ofSameEndpoint('worked'),
            refused_at: ofSameEndpoint('refused_at'),
          }
        }),
      )
      .execute()
    await removeOldest(trx, user.id)
    return { answer: {} }
  })

  writes(app, services, 'removePush', async (trx, { user, params }) => {
    await trx
      .deleteFrom('push_device')
      .where('account_id', '=', user.id)
      .where('device_id', '=', params.deviceId)
      .execute()
    return { answer: {} }
  })
}

/** Returns the devices that get notifications, newest first. Those whose session has ended or run out get none. */
export async function pushDevicesOf(
  db: Db,
  accountId: string,
  currentSession: string,
  time: number,
): Promise<Answer<'push'>['devices']> {
  const rows = await db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .selectAll('push_device')
    .select('session.device')
    .where('push_device.account_id', '=', accountId)
    .where('session.ended_at', '=', 0)
    .where('session.refreshed_at', '>', time - refreshMs)
    .orderBy('push_device.created_at', 'desc')
    .orderBy('push_device.device_id')
    .execute()
  return rows.map((row) => ({
    id: row.device_id,
    device: row.device,
    service: row.host,
    createdAt: new Date(row.created_at).toISOString(),
    current: row.session_id === currentSession,
    language: row.language,
    kinds: JSON.parse(row.kinds) as PushKinds,
    lists: JSON.parse(row.lists) as PushLists,
    quiet: row.quiet === '' ? null : (JSON.parse(row.quiet) as Quiet),
  }))
}

function parse(
  { subscription, language, kinds, lists, quiet }: Body<'setPush'>,
  isAllowed: (url: URL) => boolean,
) {
  const { endpoint, keys } = subscription
  const url = parseEndpoint(endpoint, isAllowed)
  if (!url || !isPublicKey(keys.p256dh) || !isBytes(keys.auth, 16)) throw invalid({ subscription: 'invalid' })
  const ids = Object.keys(lists)
  const isId = new RegExp(idPattern)
  if (ids.length > limits.pushLists || !ids.every((id) => isId.test(id))) throw invalid({ lists: 'invalid' })
  if (quiet && (!isTimeZone(quiet.timeZone) || quiet.from === quiet.to)) throw invalid({ quiet: 'invalid' })
  return {
    endpoint,
    host: url.host,
    p256dh: keys.p256dh,
    auth: keys.auth,
    language,
    kinds: JSON.stringify(kinds),
    lists: JSON.stringify(lists),
    quiet: quiet ? JSON.stringify(quiet) : '',
  }
}

function isBytes(text: string, length: number): boolean {
  return text.length <= 2 * length && Buffer.from(text, 'base64url').toString('base64url') === text
    ? Buffer.from(text, 'base64url').length === length
    : false
}

/** Returns whether a text is an uncompressed point of P-256, as RFC 8291 wants it. */
function isPublicKey(text: string): boolean {
  if (!isBytes(text, 65)) return false
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url', 'hex', 'uncompressed')
    return text.startsWith('B')
  } catch {
    return false
  }
}

async function removeOldest(trx: Trx, accountId: string): Promise<void> {
  const old = await trx
    .selectFrom('push_device')
    .select('device_id')
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('device_id')
    .limit(limits.pushDevices)
    .offset(limits.pushDevices)
    .execute()
  if (old.length === 0) return
  await trx
    .deleteFrom('push_device')
    .where('account_id', '=', accountId)
    .where('device_id', 'in', oneOf(old.map(({ device_id }) => device_id)))
    .execute()
}
