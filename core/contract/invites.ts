import { Type } from 'typebox'
import { languages, limits, permissions } from '../product/entities.ts'
import { call } from './schemas.ts'
import { Closed, Enum, Id, IdOnly, Optional, OptionalText, Time } from './wire.ts'

/** An open invitation, as the owner of the list sees it. Only the call that makes it returns its link. */
export const Invite = Type.Object({
  id: Id,
  code: Type.String({ description: 'the id again, under the name by which an older app takes it back' }),
  email: OptionalText('where it was mailed'),
  permission: Enum(permissions),
  createdAt: Time,
  expiresAt: Time,
  asked: Optional(
    Type.Object({ name: Type.String(), email: Type.String(), at: Time }),
    'who wants to use it, although it was mailed to another address',
  ),
})

/** An open invitation, as anybody with the link sees it. */
export const Invited = Type.Object({
  id: Id,
  listName: Type.String(),
  ownerName: Type.String({ description: 'empty when the owner gave none' }),
  permission: Enum(permissions),
  expiresAt: Time,
})

const over = ['inviteExpired', 'inviteRevoked', 'inviteUsed'] as const
const proof = Type.String({ description: 'the secret behind the # of the mailed link' })

/** Calls for links that make one person, with or without an account, a member of a list. */
export const invitesCalls = {
  createInvite: call({
    method: 'POST',
    path: '/api/v3/list/:id/invite',
    who: 'share',
    activated: true,
    refuses: ['alreadyHasAccess', 'limitReached'],
    status: 201,
    answer: Type.Object({ id: Id, code: Id, url: Type.String() }),
    isSecret: true,
    body: Closed({ email: Type.Optional(Type.String()), permission: Enum(permissions) }),
  }),
  invites: call({
    path: '/api/v3/list/:id/invites',
    who: 'share',
    answer: Type.Array(Invite),
  }),
  revokeInvite: call({
    method: 'DELETE',
    // The code may also be its id.
    path: '/api/v3/list/:id/invite/:code',
    who: 'share',
    refuses: ['inviteUsed'],
  }),
  invite: call({
    path: '/api/v3/invite/:code',
    session: false,
    who: 'link',
    refuses: over,
    answer: Invited,
  }),
  mailedInvite: call({
    method: 'POST',
    path: '/api/v3/invite/:code/mailed',
    session: false,
    who: 'link',
    refuses: ['registrationClosed', ...over],
    answer: Type.Object({
      email: Type.String({ description: 'where the invitation was mailed' }),
      hasAccount: Type.Boolean(),
    }),
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ proof }),
  }),
  registerInvited: call({
    method: 'POST',
    path: '/api/v3/invite/:code/register',
    session: false,
    isLocal: true,
    who: 'link',
    refuses: ['emailTaken', 'registrationClosed', ...over],
    status: 201,
    answer: IdOnly,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({
      proof,
      password: Type.String(),
      name: Type.Optional(Type.String()),
      language: Type.Optional(Enum(languages)),
      termsAccepted: Type.Literal(true),
    }),
  }),
  /**
   * An invitation that was mailed is accepted only by the account with that address. One that is not activated yet gives
   * the secret of the mailed link, which proves the mailbox, and is activated.
   */
  acceptInvite: call({
    method: 'POST',
    path: '/api/v3/invite/:code/accept',
    who: 'link',
    refuses: ['accountNotActivated', 'inviteForOther', ...over],
    answer: IdOnly,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ proof: Type.Optional(proof) }),
  }),
  /** Asks the list's owner to let the caller use an invitation that was mailed to another address. */
  askInvite: call({
    method: 'POST',
    path: '/api/v3/invite/:code/ask',
    who: 'link',
    activated: true,
    refuses: over,
  }),
  /** Lets in who asked; `email` is the address that the list's owner saw. */
  admitInvited: call({
    method: 'POST',
    path: '/api/v3/list/:id/invite/:code/admit',
    who: 'share',
    refuses: over,
    body: Closed({ email: Type.String() }),
  }),
} as const
