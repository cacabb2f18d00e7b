import { Type } from 'typebox'
import { limits } from '../product/entities.ts'
import { scopes } from '../product/scopes.ts'
import { call } from './schemas.ts'
import { Closed, Enum, Id, Optional, OptionalText, Time } from './wire.ts'

export const Token = Type.Object({
  id: Id,
  name: Type.String(),
  scope: Enum(scopes),
  lists: Type.Optional(Type.Array(Id, { description: 'the only lists that it opens; left out: all' })),
  createdAt: Time,
  expiresAt: Type.Union([Time, Type.Null()]),
  lastUsedAt: Type.Union([Time, Type.Null()], { description: 'to within five minutes' }),
})

/** Personal tokens, with which other apps make calls for a person. None of them can make, see or end tokens. */
export const tokensCalls = {
  tokens: call({
    path: '/api/v3/me/tokens',
    who: 'self',
    answer: Type.Array(Token),
  }),
  createToken: call({
    method: 'POST',
    path: '/api/v3/me/tokens',
    who: 'self',
    activated: true,
    isSecret: true,
    refuses: ['limitReached', 'notFound'],
    bodyBytes: limits.smallBodyBytes,
    body: Closed({
      name: Type.String(),
      scopes: Type.Array(Enum(scopes), {
        minItems: 1,
        maxItems: scopes.length,
        description: 'read; tick: also ticks and trips; edit: also everything else about lists and templates',
      }),
      lists: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 50, description: 'the only lists that it opens' }),
      ),
      grant: Optional(
        Closed({ client: Type.String(), redirect: Type.String(), challenge: Type.String() }),
        'another app asks (OAuth 2.1): its id, where it is answered, and its challenge (S256); the answer’s token is then a code that it exchanges within ten minutes',
      ),
      expires: OptionalText('ISO 8601; left out: never'),
    }),
    status: 201,
    answer: Type.Object({
      id: Id,
      token: Type.String({ description: 'shown only now; sent as Bearer, or as the password of Basic' }),
    }),
  }),
  deleteToken: call({
    method: 'DELETE',
    path: '/api/v3/me/tokens/:id',
    who: 'own',
  }),
} as const
