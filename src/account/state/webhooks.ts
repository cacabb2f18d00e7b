import type { Answer } from '../../../core/contract/api.ts'
import type { HookEvent } from '../../../core/product/hook-events.ts'
import { callOnce } from '../../sync/call-once.ts'
import { attempt, interactiveCall, unlessGone } from '../../sync/calls.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../../ui/notices.ts'

export type Webhook = Answer<'webhooks'>[number]
export type Delivery = Answer<'deliveries'>[number]

const webhooks = 'webhooks'

export function useWebhooks(online: boolean) {
  return useServerQuery([webhooks], () => interactiveCall('GET /api/v3/me/webhooks', {}), online)
}

/** Returns what a webhook was told last, the newest first. */
export function useDeliveries(id: string, online: boolean) {
  const ask = () => interactiveCall('GET /api/v3/me/webhooks/:id/deliveries', { params: { id } })
  return useServerQuery([webhooks, id], ask, online)
}

/** Makes a webhook and returns its secret: it is shown only now. Throws what the call throws. */
export async function createWebhook(url: string, events: readonly HookEvent[]): Promise<string> {
  const body = { url: url.trim(), events: [...events] }
  const { secret } = await callOnce(`webhook ${JSON.stringify(body)}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/me/webhooks', { body, idempotencyKey }),
  )
  await invalidateQueries(webhooks)
  return secret
}

export async function deleteWebhook(id: string): Promise<void> {
  const done = await attempt(
    () => unlessGone(interactiveCall('DELETE /api/v3/me/webhooks/:id', { params: { id } })),
    texts.serverError,
  )
  if (done) notify('success', accountTexts.webhookEnded)
  await invalidateQueries(webhooks)
}

/** Sends a delivery once more. */
export async function sendAgain(id: string, delivery: string): Promise<void> {
  const params = { id, delivery }
  const call = () => interactiveCall('POST /api/v3/me/webhooks/:id/deliveries/:delivery', { params })
  const done = await attempt(call, texts.serverError)
  if (done) notify('success', accountTexts.sentAgain)
  await invalidateQueries(webhooks, id)
}
