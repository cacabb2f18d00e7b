import { Type } from 'typebox'
import { limits, type Permission, permissions } from '../product/entities.ts'
import { call, Member, ShareTarget } from './schemas.ts'
import { closed, Closed, Enum } from './wire.ts'

const MailTarget = Closed({ _email_address: Type.Optional(Type.String()) })

const Share = Closed({
  ...ShareTarget.properties,
  permission: Type.Optional(Enum(permissions, { description: 'view when nothing is said' })),
})

const Person = Type.Object({
  name: Type.String(),
  email: Type.String(),
  imageName: Type.Union([Type.String(), Type.Null()]),
  permission: Enum(permissions, { description: 'the last one that the caller gave; edit if there is none' }),
  lists: Type.Integer({ description: 'how many lists the two share' }),
})

const inHousehold = {
  email: Type.String(),
  permission: Type.Unsafe<Permission | null>({
    type: ['string', 'null'],
    enum: [...permissions, null],
    description: 'null: the caller was asked, and does not share every new list with this person',
  }),
}
export const HouseholdMember = Type.Object({ name: Type.String(), ...inHousehold })
const Household = Type.Object({ members: Type.Array(HouseholdMember) })

export const sharingCalls = {
  share: call({
    method: 'POST',
    path: '/api/v3/list/share',
    who: 'share',
    activated: true,
    refuses: ['notFound', 'cannotShare', 'alreadyHasAccess'],
    alsoEmpty: 204,
    query: Type.Partial(Share, closed),
    body: Type.Optional(Type.Partial(Share, closed)),
  }),
  unshare: call({
    method: 'DELETE',
    path: '/api/v3/list/share',
    who: 'share',
    refuses: ['notFound'],
    status: 204,
    answer: Type.Null(),
    query: Type.Partial(ShareTarget, closed),
    body: Type.Optional(Type.Partial(ShareTarget, closed)),
  }),
  setPermission: call({
    method: 'PUT',
    path: '/api/v3/shared_list/:id',
    who: 'share',
    refuses: ['noData'],
    query: Closed({ email_address: Type.Optional(Type.String()), permission: Type.Optional(Type.String()) }),
    body: Type.Optional(
      Closed({ email_address: Type.Optional(Type.String()), permission: Type.Optional(Type.String()) }),
    ),
  }),
  /** Says that the person has opened the list. A device that fetches it in the background does not call this. */
  acceptList: call({
    method: 'PUT',
    path: '/api/v3/list/:id/accepted',
    who: 'see',
  }),
  /** Makes the caller the owner of a list whose owner deletes the account. The owner may come back as a member. */
  takeOver: call({
    method: 'POST',
    path: '/api/v3/list/:id/take_over',
    who: 'takeOver',
    activated: true,
    refuses: ['hasOwner', 'limitReached'],
  }),
  listUsers: call({
    path: '/api/v3/list/:id/list_users',
    who: 'share',
    answer: Type.Array(Member),
  }),
  /** Who shares a list with the caller that the invited one of the two has opened; the most recent first. */
  people: call({
    path: '/api/v3/people',
    who: 'self',
    answer: Type.Array(Person),
  }),
  household: call({
    path: '/api/v3/me/household',
    who: 'self',
    answer: Household,
  }),
  /**
   * Sets with whom every new list is shared from now on: at once, without a mail, and without counting as sharing.
   * Accepts only people of the call above.
   */
  setHousehold: call({
    method: 'PUT',
    path: '/api/v3/me/household',
    who: 'self',
    activated: true,
    answer: Household,
    body: Closed({ members: Type.Array(Closed(inHousehold), { maxItems: 2 * limits.people }) }),
  }),
  sendListMail: call({
    method: 'POST',
    path: '/api/v3/list/:id/send_mail',
    who: 'share',
    activated: true,
    query: MailTarget,
    body: Type.Optional(MailTarget),
  }),
} as const
