import { type Static, Type } from 'typebox'
import { idPattern, languages, limits, longestId } from '../product/entities.ts'
import { call } from './schemas.ts'
import { Closed, Enum, Id, Time } from './wire.ts'

export type PushKinds = Static<typeof PushKinds>
export type PushLists = Static<typeof PushLists>
export type Quiet = Static<typeof Quiet>

const PushKinds = Closed({
  shared: Type.Boolean({ description: 'a list was shared with this person' }),
  trips: Type.Boolean({ description: 'somebody goes shopping with a list' }),
  added: Type.Boolean({ description: 'products were added to a list from which this person is shopping' }),
  done: Type.Boolean({ description: 'everything on a list is bought' }),
})

const PushLists = Type.Record(Id, Type.Union([PushKinds, Type.Literal('off')]), {
  maxProperties: limits.pushLists,
  description: 'by list id, where a list differs from `kinds`',
})

const clock = { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }
const Quiet = Closed({
  from: Type.String(clock),
  to: Type.String(clock),
  timeZone: Type.String({ description: 'of the IANA database, such as Europe/Warsaw' }),
})

const settings = {
  language: Enum(languages),
  kinds: PushKinds,
  lists: PushLists,
  quiet: Type.Union([Quiet, Type.Null()], { description: 'hours without notifications, as clock times' }),
}

/** One device that gets notifications, without what is needed to send them. */
export const PushDevice = Type.Object({
  id: Id,
  device: Type.String({ description: "such as 'Firefox, Windows'; empty for what is no browser" }),
  service: Type.String({ description: 'the host name of the push service of its browser' }),
  createdAt: Time,
  current: Type.Boolean({ description: 'it belongs to the session that asks' }),
  ...settings,
})

const Subscription = Closed(
  {
    endpoint: Type.String(),
    expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    keys: Closed({ p256dh: Type.String(), auth: Type.String() }),
  },
  { description: "as the browser's PushSubscription.toJSON() returns it" },
)

const params = Type.Object({
  deviceId: Type.String({
    minLength: 16,
    maxLength: longestId,
    pattern: idPattern,
    description: 'chosen by the client, at random',
  }),
})

export const pushCalls = {
  push: call({
    path: '/api/v3/me/push',
    who: 'self',
    answer: Type.Object({
      vapidPublicKey: Type.String({ description: 'for subscribing, base64url' }),
      devices: Type.Array(PushDevice),
    }),
  }),
  /**
   * Sends notifications to a device until its session ends. The client chooses the id. Beyond 20 devices of an account
   * the one set longest ago is dropped. The same subscription under another account or id moves to this one.
   */
  setPush: call({
    method: 'PUT',
    path: '/api/v3/me/push/:deviceId',
    who: 'self',
    params,
    body: Closed({ subscription: Subscription, ...settings }),
  }),
  removePush: call({
    method: 'DELETE',
    path: '/api/v3/me/push/:deviceId',
    who: 'self',
    params,
    bodyBytes: limits.smallBodyBytes,
  }),
} as const
