import { Type } from 'typebox'
import { languages, limits } from '../product/entities.ts'
import { call, TokenAnswer } from './schemas.ts'
import { Closed, Enum, Id, Objects, Optional, OptionalText, Time } from './wire.ts'

const permission = Enum(['edit', 'shopping'] as const)

/** A link for guests, as the list's owner sees it. Only the call that makes it returns the link. */
export const GuestLink = Type.Object({
  id: Id,
  code: Type.String({ description: 'the id again, by which it is revoked' }),
  name: OptionalText('what the owner called it'),
  permission,
  createdAt: Time,
  expiresAt: Time,
  full: Optional(
    Enum(['now', 'over'] as const),
    'nobody else can join: `now` until a guest leaves, `over` never again',
  ),
  guests: Objects(
    { name: Type.String(), since: Time },
    {
      description: 'who uses it, whoever came first is first',
    },
  ),
})

const over = ['inviteExpired', 'inviteRevoked'] as const

/**
 * Guests change one list without an account. A guest's session works for 7 days from the making of the link, and only
 * for the calls that say `guest`; everything else answers 403.
 */
export const guestsCalls = {
  createGuestLink: call({
    method: 'POST',
    path: '/api/v3/list/:id/guest',
    who: 'share',
    activated: true,
    refuses: ['limitReached'],
    status: 201,
    answer: Type.Object({ id: Id, code: Id, url: Type.String() }),
    isSecret: true,
    body: Closed({ permission, name: Type.Optional(Type.String()) }),
  }),
  guestLinks: call({
    path: '/api/v3/list/:id/guest',
    who: 'share',
    answer: Type.Array(GuestLink),
  }),
  /** Ends the link and the sessions of everybody who uses it. */
  revokeGuestLink: call({
    method: 'DELETE',
    // The code may also be its id.
    path: '/api/v3/list/:id/guest/:code',
    who: 'share',
  }),
  guestLink: call({
    path: '/api/v3/guest/:code',
    session: false,
    who: 'link',
    refuses: over,
    answer: Type.Object({
      listName: Type.String(),
      ownerName: Type.String({ description: 'empty when the owner gave none' }),
      permission,
      expiresAt: Time,
    }),
  }),
  joinAsGuest: call({
    method: 'POST',
    path: '/api/v3/guest/:code',
    session: false,
    who: 'link',
    refuses: ['limitReached', ...over],
    answer: Type.Object({ ...TokenAnswer.properties, list: Id }),
    bodyBytes: limits.smallBodyBytes,
    body: Closed({
      name: Type.String({ description: 'how the others see the guest' }),
      language: Type.Optional(Enum(languages)),
      remember: Optional(Type.Boolean(), 'keeps the refresh token in a cookie; only for a page of our own'),
    }),
  }),
} as const
