import { Type } from 'typebox'
import { call } from './schemas.ts'
import { OptionalText } from './wire.ts'

const Fine = Type.Object({ status: Type.Literal('ok') })
/** `storage` is there if something could not be stored in the last minute because the disk is full. */
const Ready = Type.Object({
  status: Type.Literal('ok'),
  storage: Type.Optional(Type.Literal('full')),
  detail: Type.Optional(Type.String()),
})

/** Calls for the server's operators, and the event stream that says when something changed. */
export const operationsCalls = {
  events: call({
    path: '/api/v3/events',
    who: 'self',
    content: 'text/event-stream',
    answer: Type.String(),
  }),
  health: call({ method: 'GET', path: '/healthz', session: false, status: 200, answer: Fine }),
  ready: call({ method: 'GET', path: '/readyz', session: false, status: 200, answer: Ready }),
  metrics: call({
    path: '/metrics',
    session: false,
    refuses: ['notFound'],
    query: Type.Object({
      token: OptionalText("the one that the start prints, where the operator's is not sent as Bearer"),
    }),
    content: 'text/plain',
    answer: Type.String({ description: 'Prometheus text' }),
  }),
  contract: call({
    path: '/openapi.json',
    session: false,
    answer: Type.Unsafe<object>({ type: 'object', description: 'this very document' }),
  }),
} as const
