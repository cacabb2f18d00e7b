import { Type } from 'typebox'
import { languages, limits, permissions, pricesFor, registrations, units } from '../product/entities.ts'
import { GuestLink } from './guests.ts'
import { call, Currency, HistoryEntry, List, NamedMember, Profile, Template } from './schemas.ts'
import { Product } from './product.ts'
import { PushDevice } from './push.ts'
import { Settings } from './settings.ts'
import { Token } from './tokens.ts'
import { HouseholdMember } from './sharing.ts'
import { WaysIn } from './session.ts'
import { Closed, Enum, Id, IdOnly, Objects, OptionalText, Time } from './wire.ts'

const Code = Type.Object({ code: Type.String() })

/** Why nobody can register now, or not with this code. */
const unwelcome = [
  'registrationClosed',
  'invitationNeeded',
  'inviteExpired',
  'inviteRevoked',
  'inviteUsed',
] as const

const Session = Type.Object({
  id: Id,
  device: Type.String({ description: "such as 'Firefox, Windows'; empty for what is no browser" }),
  createdAt: Time,
  lastUsedAt: Type.String({ description: 'when it was last renewed' }),
  current: Type.Boolean({ description: 'the one that asks' }),
})

const EmailChange = Type.Object({
  email: Type.String({ description: 'the new address; the account keeps the old one until both codes came' }),
  expiresAt: Time,
})

const GuestLinkInExport = Type.Object({
  ...Type.Omit(GuestLink, ['id', 'code', 'full', 'guests']).properties,
  revokedAt: Type.Union([Time, Type.Null()]),
  guests: Type.Array(Type.String(), { description: 'the names of those who joined with it' }),
})

const ExportedProducts = Type.Optional(
  Objects({
    ...Product.properties,
    boughtAt: OptionalText('when it was bought, if that counts as a purchase'),
  }),
)

/** The export of an account, which a server also takes as an import. Of other people it contains only names. */
const Export = Type.Object({
  version: Type.Literal(1),
  exportedAt: Time,
  profile: Type.Object({ ...Profile.properties, createdAt: Time, termsAcceptedAt: Time }),
  avatar: Type.Union([Type.String({ description: 'a data: URL' }), Type.Null()]),
  emailChange: Type.Union([EmailChange, Type.Null()]),
  sessions: Type.Array(Session),
  settings: Settings,
  tokens: Type.Array(Token),
  waysIn: WaysIn,
  notifications: Type.Array(PushDevice),
  household: Type.Array(Type.Omit(HouseholdMember, ['email']), {
    description: 'who gets every new list; permission null: the account chose not to',
  }),
  lists: Objects({
    ...List.properties,
    products: ExportedProducts,
    members: Type.Array(NamedMember),
    invites: Type.Array(
      Type.Object(
        { permission: Enum(permissions), createdAt: Time, expiresAt: Time },
        { description: 'those that are open' },
      ),
    ),
    guestLinks: Type.Array(GuestLinkInExport, { description: 'also those that are over' }),
  }),
  templates: Type.Array(Template),
  categories: Objects({
    category_name: Type.String(),
    icon: Type.String(),
    keywords: Type.Array(Type.String()),
  }),
  barcodes: Objects({
    code: Type.String(),
    productName: Type.String(),
    unit: Enum(units),
    category: Type.String(),
    price: Type.Union([Type.Number(), Type.Null()]),
    currency: Currency,
  }),
  purchases: Objects(
    {
      list: Id,
      date: Time,
      productName: Type.String(),
      price: Type.Optional(Type.Number({ description: 'left out when it is not known' })),
      quantity: Type.Number(),
      unit: Enum(units),
      priceFor: Type.Optional(Enum(pricesFor, { description: 'left out for one unit' })),
      category_name: Type.String(),
      shop_name: Type.String(),
      currency: Currency,
    },
    { description: 'what was bought before and is no longer ticked in a list' },
  ),
  trips: Objects(
    { list: Id, shop: Type.String(), startedAt: Time },
    {
      description: 'the lists that the account is shopping from',
    },
  ),
  sharedWithMe: Objects({
    ...Type.Omit(List, ['owner']).properties,
    products: ExportedProducts,
    owner: Type.String({ description: 'a name' }),
  }),
  changes: Objects(
    {
      list: Id,
      ...Type.Pick(HistoryEntry, ['at', 'what', 'productName', 'field', 'from', 'to']).properties,
    },
    {
      description: 'what the account changed in these lists in the last 30 days, list by list, oldest first',
    },
  ),
})

export const accountCalls = {
  register: call({
    method: 'POST',
    path: '/api/v3/profile',
    session: false,
    isLocal: true,
    refuses: ['emailTaken', ...unwelcome],
    status: 201,
    answer: IdOnly,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({
      email: Type.String(),
      password: Type.String(),
      language: Type.Optional(Enum(languages)),
      termsAccepted: Type.Literal(true),
      invitation: OptionalText('the code of a link to a list, or of one that the operator made'),
    }),
  }),
  registration: call({
    path: '/api/v3/registration',
    session: false,
    answer: Type.Object({
      registration: Enum(registrations),
      localLogIn: Type.Boolean({ description: 'false: everybody logs in at the provider' }),
      provider: Type.Union([Type.String(), Type.Null()], { description: 'its name; null: there is none' }),
    }),
  }),
  registrationWith: call({
    path: '/api/v3/registration/:code',
    session: false,
    refuses: unwelcome,
    params: Code,
  }),
  activate: call({
    method: 'POST',
    path: '/api/v3/me/activate/:code',
    session: false,
    refuses: ['accountDeleted', 'activationExpired'],
    params: Code,
  }),
  resendActivation: call({
    method: 'POST',
    path: '/api/v3/resend_activation',
    session: 'optional',
    refuses: ['activationAlreadySent'],
    bodyBytes: limits.smallBodyBytes,
    body: Type.Optional(Closed({ email: Type.Optional(Type.String()) })),
  }),
  me: call({
    path: '/api/v3/me',
    scope: 'read',
    who: 'self',
    answer: Profile,
  }),
  updateProfile: call({
    method: 'PUT',
    path: '/api/v3/me/update_profile',
    who: 'self',
    activated: true,
    answer: Profile,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({
      language: Type.Optional(Enum(languages)),
      name: Type.Optional(Type.String()),
      surname: Type.Optional(Type.String()),
      city: Type.Optional(Type.String()),
    }),
  }),
  changePassword: call({
    method: 'PUT',
    path: '/api/v3/profile/change-password',
    who: 'self',
    refuses: ['oldPasswordIncorrect'],
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ oldPassword: Type.String(), newPassword: Type.String() }),
  }),
  emailChange: call({
    path: '/api/v3/me/email-change',
    who: 'self',
    answer: Type.Object({ change: Type.Union([EmailChange, Type.Null()]) }),
  }),
  /** Mails one code to the old address and one to the new one, and cancels a pending change. */
  requestEmailChange: call({
    method: 'POST',
    path: '/api/v3/me/email-change',
    who: 'self',
    activated: true,
    refuses: ['incorrectPassword'],
    answer: EmailChange,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ email: Type.String(), password: Type.String() }),
  }),
  confirmEmailChange: call({
    method: 'POST',
    path: '/api/v3/me/email-change/confirm',
    who: 'self',
    refuses: ['emailChangeOver', 'emailTaken'],
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ oldCode: Type.String(), newCode: Type.String() }),
  }),
  cancelEmailChange: call({
    method: 'DELETE',
    path: '/api/v3/me/email-change',
    who: 'self',
  }),
  requestReset: call({
    method: 'POST',
    path: '/api/v3/profile/reset_password/step1',
    session: false,
    isLocal: true,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ email: Type.String() }),
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/v3/profile/reset_password/step2/:code',
    session: false,
    isLocal: true,
    refuses: ['invalidResetLink'],
    params: Code,
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ email: Type.String(), password: Type.String() }),
  }),
  deleteMe: call({
    method: 'DELETE',
    path: '/api/v3/me',
    who: 'self',
    refuses: ['incorrectPassword', 'alreadySubmittedForDeletion'],
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ password: Type.String() }),
  }),
  exportMe: call({
    path: '/api/v3/me/export',
    who: 'self',
    query: Closed({ format: Type.Optional(Type.Literal('json')) }),
    answer: Export,
  }),
  sessions: call({
    path: '/api/v3/me/sessions',
    who: 'self',
    answer: Type.Array(Session),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/v3/me/sessions/:id',
    who: 'own',
    refuses: ['incorrectPassword'],
    bodyBytes: limits.smallBodyBytes,
    body: Type.Optional(
      Closed({
        password: OptionalText('for another session than the one that asks'),
      }),
    ),
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/api/v3/me/sessions',
    who: 'self',
    refuses: ['incorrectPassword'],
    bodyBytes: limits.smallBodyBytes,
    body: Closed({ password: Type.String() }),
  }),
} as const
