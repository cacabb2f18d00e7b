import type { FastifyInstance } from 'fastify'
import type { HookEvent } from '../../core/product/hook-events.ts'
import { limits } from '../../core/product/entities.ts'
import { isWebAddress } from '../base/public-network.ts'
import { invalid, problem } from '../base/problem.ts'
import type { Trx } from '../db/open.ts'
import { answers, writes } from '../http/route.ts'
import { bucket } from '../limits/throttle.ts'
import { holdAccount, refuseFull } from '../limits/quota.ts'
import { accessList } from '../lists/store/access.ts'
import { mailNotice } from '../mail/notices.ts'
import type { Services } from '../services/services.ts'
import { markNoted, triedMs } from '../hooks/hook-outbox.ts'

const mostShown = 50
const minute = 60_000

/** Makes, lists and ends the webhooks of an account, and shows what they were told. */
export async function hookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  const time = (at: number) => new Date(at).toISOString()

  answers(app, services, 'webhooks', async ({ user }) => {
    const rows = await db
      .selectFrom('webhook')
      .selectAll()
      .where('account_id', '=', user.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ id, url, lists, events, created_at }) => ({
      id,
      url,
      ...(lists !== '[]' && { lists: JSON.parse(lists) as string[] }),
      events: JSON.parse(events) as HookEvent[],
      createdAt: time(created_at),
    }))
  })

  writes(app, services, 'createWebhook', async (trx, { user, body }) => {
    const url = parseAddress(body.url)
    for (const id of body.lists ?? []) await accessList(trx, id, user.id, 'see', 'read')
    await holdAccount(trx, user.id)
    await refuseFull(trx.selectFrom('webhook').where('account_id', '=', user.id), limits.webhooks)
    const id = services.newId()
    const secret = services.randomBytes(32).toString('base64url')
    await trx
      .insertInto('webhook')
      .values({
        id,
        account_id: user.id,
        url,
        secret,
        lists: JSON.stringify(body.lists ?? []),
        events: JSON.stringify([...new Set(body.events)]),
        created_at: now(),
      })
      .execute()
    await mailNotice(trx, services, user, { what: 'webhookMade', device: new URL(url).hostname })
    services.security.note('webhookMade')
    return { answer: { id, secret } }
  })

  writes(app, services, 'deleteWebhook', async (trx, { user, params }) => {
    await ownHook(trx, user.id, params.id)
    await trx.deleteFrom('webhook_delivery').where('webhook_id', '=', params.id).execute()
    await trx.deleteFrom('webhook').where('id', '=', params.id).execute()
    return { answer: {} }
  })

  answers(app, services, 'deliveries', async ({ user, params }) => {
    await ownHook(db, user.id, params.id)
    const rows = await db
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', params.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ id, created_at, status, attempts, done_at, next_at, body }) => ({
      id,
      at: time(created_at),
      status,
      attempts,
      doneAt: done_at > 0 ? time(done_at) : null,
      nextAt: done_at > 0 ? null : time(next_at),
      body,
    }))
  })

  writes(app, services, 'sendAgain', async (trx, { user, params: { id, delivery } }) => {
    services.throttleHere.count([bucket(`send again ${user.id}`, 20, minute)])
    await ownHook(trx, user.id, id)
    const { numUpdatedRows } = await trx
      .updateTable('webhook_delivery')
      .set({ next_at: now(), ends_at: now() + triedMs, attempts: 0, done_at: 0 })
      .where('id', '=', delivery)
      .where('webhook_id', '=', id)
      .executeTakeFirst()
    if (!numUpdatedRows) throw problem('notFound')
    markNoted()
    return { answer: {} }
  })
}

function parseAddress(text: string): string {
  const given = text.trim()
  if (given.length > limits.pushEndpoint) throw invalid({ url: 'tooLong' })
  if (!URL.canParse(given) || !isWebAddress(new URL(given))) throw invalid({ url: 'invalidCharacters' })
  const url = new URL(given)
  url.hash = ''
  return url.href
}

async function ownHook(db: Services['db'] | Trx, accountId: string, id: string): Promise<void> {
  const found = await db
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) throw problem('notFound')
}
