import { Type } from 'typebox'
import { languages } from '../entities.ts'
import { call, closed, Enum, Empty, IdOnly, Profile } from '../schemas.ts'

export const accountCalls = {
  register: call({
    method: 'POST',
    path: '/api/v3/profile',
    session: false,
    status: 201,
    answer: IdOnly,
    body: Type.Object(
      {
        email: Type.String(),
        password: Type.String(),
        language: Type.Optional(Enum(languages)),
        termsAccepted: Type.Literal(true),
      },
      closed,
    ),
  }),
  activate: call({
    method: 'POST',
    path: '/api/v3/me/activate/:code',
    session: false,
    params: Type.Object({ code: Type.String() }),
    status: 200,
    answer: Empty,
  }),
  resendActivation: call({
    method: 'POST',
    path: '/api/v3/resend_activation',
    session: false,
    status: 200,
    answer: Empty,
    body: Type.Optional(Type.Object({ email: Type.Optional(Type.String()) }, closed)),
  }),
  me: call({ method: 'GET', path: '/api/v3/me', session: true, status: 200, answer: Profile }),
  updateProfile: call({
    method: 'PUT',
    path: '/api/v3/me/update_profile',
    session: true,
    status: 200,
    answer: Profile,
    body: Type.Object(
      {
        language: Type.Optional(Enum(languages)),
        name: Type.Optional(Type.String()),
        surname: Type.Optional(Type.String()),
        city: Type.Optional(Type.String()),
      },
      closed,
    ),
  }),
} as const
