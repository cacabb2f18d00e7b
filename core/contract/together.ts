import { Type } from 'typebox'
import { call } from './schemas.ts'
import { Closed } from './wire.ts'

const presence = { scope: 'tick', who: 'see', status: 204, answer: Type.Null() } as const
const trip = { ...presence, who: 'tick' } as const

/**
 * Trips and presence. The others hear of both as events on GET /api/v3/events: `trip` goes to every member, `presence`
 * only to those who have the list open. docs/sync.md describes the events.
 */
export const togetherCalls = {
  /**
   * Says that the caller is shopping from this list; naming another shop changes the trip. Another session of the same
   * account joins the trip, and the first call of that one names the shop only if the trip has none. It ends after 4
   * hours, 30 minutes after the last sign of the caller (this call, or `here` with `shopping`), when nothing is left to
   * buy, when the list is archived, and with the last session that is on it.
   */
  startTrip: call({
    method: 'POST',
    path: '/api/v3/list/:id/trip',
    ...trip,
    body: Type.Optional(Closed({ shop: Type.Optional(Type.String()) })),
  }),
  /** Takes this session off the trip; without its last one, the trip ends. */
  endTrip: call({
    method: 'DELETE',
    path: '/api/v3/list/:id/trip',
    ...trip,
  }),
  /** Says that this session has the list open. A page repeats it every 20 s; only when a shopper was last seen is stored. */
  here: call({
    method: 'POST',
    path: '/api/v3/list/:id/here',
    ...presence,
    body: Type.Optional(Closed({ shopping: Type.Optional(Type.Boolean()) })),
  }),
  /** Says that this session has closed the list. */
  left: call({
    method: 'DELETE',
    path: '/api/v3/list/:id/here',
    ...presence,
  }),
} as const
