import { Type } from 'typebox'
import { limits } from '../product/entities.ts'
import { call, ClientCredentials, TokenRequest, TokenAnswer } from './schemas.ts'
import { Empty } from './wire.ts'

export const sessionCalls = {
  token: call({
    method: 'POST',
    path: '/oauth/v2/token',
    session: false,
    bodyBytes: limits.smallBodyBytes,
    body: TokenRequest,
    status: 200,
    answer: TokenAnswer,
  }),
  revoke: call({
    method: 'POST',
    path: '/oauth/v2/revoke',
    session: false,
    status: 200,
    answer: Empty,
    bodyBytes: limits.smallBodyBytes,
    body: Type.Object({
      token: Type.Optional(Type.String()),
      ...Type.Partial(Type.Object(ClientCredentials)).properties,
    }),
  }),
} as const
