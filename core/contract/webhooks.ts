import { Type } from 'typebox'
import { limits } from '../product/entities.ts'
import { hookEvents } from '../product/hook-events.ts'
import { call } from './schemas.ts'
import { Closed, Enum, Id, Time } from './wire.ts'

const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  lists: Type.Optional(Type.Array(Id, { description: 'left out: all' })),
  events: Type.Array(Enum(hookEvents)),
  createdAt: Time,
})

const Delivery = Type.Object({
  id: Id,
  at: Time,
  status: Type.Integer({ description: 'of the last answer; 0: none in time' }),
  attempts: Type.Integer(),
  doneAt: Type.Union([Time, Type.Null()], { description: 'when it arrived, or was given up after 24 h' }),
  nextAt: Type.Union([Time, Type.Null()], { description: 'when it is tried again' }),
  body: Type.String({ description: 'as it was signed' }),
})

/**
 * Addresses that are told what changes in lists: a POST with the changes as JSON, `X-Delivery`, a uuid, and `X-Signature:
 * sha256=` with the HMAC of the body by the secret. Anything but 2xx is tried again, ever more rarely, for 24 h.
 */
export const webhooksCalls = {
  webhooks: call({
    path: '/api/v3/me/webhooks',
    who: 'self',
    answer: Type.Array(Webhook),
  }),
  createWebhook: call({
    method: 'POST',
    path: '/api/v3/me/webhooks',
    who: 'self',
    activated: true,
    isSecret: true,
    refuses: ['limitReached', 'notFound'],
    bodyBytes: limits.smallBodyBytes,
    body: Closed({
      url: Type.String({ description: 'http or https on its usual port, at a public address' }),
      lists: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 50 })),
      events: Type.Array(Enum(hookEvents), { minItems: 1, maxItems: hookEvents.length }),
    }),
    status: 201,
    answer: Type.Object({ id: Id, secret: Type.String({ description: 'shown only now' }) }),
  }),
  deleteWebhook: call({
    method: 'DELETE',
    path: '/api/v3/me/webhooks/:id',
    who: 'own',
  }),
  deliveries: call({
    path: '/api/v3/me/webhooks/:id/deliveries',
    who: 'own',
    answer: Type.Array(Delivery, { description: 'the last 50, newest first; kept for 7 days' }),
  }),
  sendAgain: call({
    method: 'POST',
    path: '/api/v3/me/webhooks/:id/deliveries/:delivery',
    who: 'own',
  }),
} as const
