/**
 * The data in requests and answers, as JSON Schema. Texts have no length limits here: they are trimmed and converted to
 * NFC before their length counts, which core/text/normalise.ts and core/product/fields.ts do for both sides.
 */
import { type TObject, type TSchema, Type } from 'typebox'
import { difficulties, languages, listStatuses, permissions, templateTypes } from '../product/entities.ts'
import { listFieldNames } from '../product/list-fields.ts'
import { fields } from '../product/table.ts'
import { Product, Row, TemplateProduct, versions, written } from './product.ts'
import { Closed, Empty, Enum, Id, Optional, OptionalText, Time } from './wire.ts'
import type { Action } from '../product/permissions.ts'
import { type Scope, scopes } from '../product/scopes.ts'
import type { ProblemCode } from './problem-codes.ts'
import type { Refusal, SentOp } from '../sync/change.ts'

/** PLN is the rule, so it is left out. */
export const Currency = OptionalText('of all prices; a code of ISO 4217, PLN if it is left out')

export const List = Type.Object({
  id: Id,
  listName: Type.String(),
  date: Time,
  hash: Type.Union([Type.String(), Type.Null()]),
  listStatus: Enum(listStatuses),
  isDone: Type.Optional(Type.Boolean()),
  owner: Optional(
    Type.Object({ name: Type.String(), email: Type.String() }),
    'only when shared with the caller',
  ),
  endsAt: OptionalText(
    'only when shared with the caller: it goes then with its owner, unless a member takes it over',
  ),
  againOf: OptionalText('the list with the same members that goes on as this one'),
  permissions: Enum(permissions),
  productCount: Type.Integer(),
  checkedCount: Type.Integer(),
  sum: Type.Number({ description: 'unknown prices left out' }),
  currency: Currency,
  head: Type.Integer({ description: 'the version of the newest change' }),
  sharedWith: Type.Integer(),
  products: Type.Optional(Type.Array(Product)),
  matched: Optional(
    Type.Array(Type.String()),
    'in a search: names of products that were found, at most five, none where the list’s name says it',
  ),
})

/** The list's own row in the sync call. */
export const ListRow = Type.Object({
  kind: Type.Literal('list'),
  id: Id,
  listName: Type.String(),
  listStatus: Enum(listStatuses),
  currency: Currency,
  date: Time,
  ...versions,
})

export const Lists = Type.Object({ items: Type.Array(List), total: Type.Integer() })

export const Profile = Type.Object({
  id: Id,
  email: Type.String(),
  city: Type.String(),
  imageName: Type.Union([Type.String(), Type.Null()]),
  language: Enum(languages),
  name: Type.String(),
  status: Type.Unsafe<'A' | 'N' | 'D'>({ type: 'string', enum: ['A', 'N', 'D'] }),
  surname: Type.String(),
})

const accepted = Type.Boolean({ description: 'the person has opened the list; until then the name is empty' })
export const NamedMember = Type.Object({ name: Type.String(), permission: Enum(permissions), accepted })
export const Member = Type.Object({ ...NamedMember.properties, email: Type.String() })

export const Template = Type.Object({
  id: Id,
  templateName: Type.String(),
  description: Type.String(),
  author: Type.String({ description: 'a name; empty when its author gave none' }),
  type: Enum(templateTypes),
  isPublic: Type.Boolean(),
  difficulty: Enum(difficulties),
  image: Type.String({ description: 'a file under /uploads/categoryIcons' }),
  currency: Currency,
  date: Time,
  productCount: Type.Integer(),
  portions: Type.Optional(Type.Integer({ description: 'for how many it is; left out if it does not say' })),
  source: OptionalText('the address of its recipe; left out without one'),
  products: Type.Optional(Type.Array(TemplateProduct)),
})

export const Templates = Type.Object({ items: Type.Array(Template), total: Type.Integer() })

export const ClientCredentials = { client_id: Type.String(), client_secret: Type.String() }

/** Unknown fields are ignored, as RFC 6749 requires. */
export const TokenRequest = Type.Object({
  grant_type: Type.String(),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  remember: Optional(Type.Boolean(), 'keeps the refresh token in a cookie; only for a page of our own'),
  bound: Optional(Type.Boolean(), 'that cookie then counts only together with `access_token`'),
  passkey: Type.Optional(
    Type.Unsafe<object>({ type: 'object', description: 'of `passkey`: the answer to its options' }),
  ),
  ticket: OptionalText('of `second_factor`, with `code` or `passkey`; of `provider`'),
  code: OptionalText('of an app, or a recovery code; or what another app was given to exchange'),
  code_verifier: OptionalText('of `authorization_code`: RFC 7636'),
  redirect_uri: Type.Optional(Type.String()),
  access_token: OptionalText('in a refresh: the one that is to be replaced, also when it has expired'),
})

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  refresh_token: OptionalText('left out when it travels as a cookie'),
  user_id: Id,
  scope: Type.Optional(Enum(scopes, { description: 'of another app' })),
  email: OptionalText('where the request named none'),
  reactivated: Optional(Type.Literal(true), 'the account was to be deleted, and this log-in brought it back'),
})

export const SyncRequest = Closed({
  v: Type.Integer(),
  user: Type.Optional(Id),
  client: Id,
  request: Id,
  epoch: Type.Optional(Type.String()),
  cursor: Type.Integer({ minimum: 0 }),
  // A malformed operation is refused by itself, so this schema does not look inside.
  ops: Type.Array(Type.Unsafe<SentOp>({})),
})

export const SyncAnswer = Type.Object({
  v: Type.Integer(),
  client: Id,
  request: Id,
  epoch: Type.String(),
  base: Type.Integer({ description: 'the cursor of the request' }),
  head: Type.Integer(),
  last: Type.Integer({ description: 'the last sequence number taken from this client' }),
  results: Type.Record(
    Type.String(),
    Type.Object({
      opId: Type.String(),
      status: Type.Unsafe<'rejected' | 'stale'>({ type: 'string', enum: ['rejected', 'stale'] }),
      why: Type.Optional(Type.Unsafe<Refusal>({ type: 'string' })),
      row: Type.Optional(Type.Union([Row, ListRow])),
    }),
    { description: 'only the operations that were not applied, by sequence number' },
  ),
  rows: Type.Array(Type.Union([Row, ListRow]), { description: 'a list’s own row only from v 2 on' }),
  more: Type.Boolean(),
})

export const Page = {
  query: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
}
const Value = [Type.String(), Type.Number(), Type.Boolean()] as const

/** One change in the history of a list. */
export const HistoryEntry = Type.Object({
  ver: Type.Integer({ description: 'the version of the list; several fields may be set in one' }),
  at: Time,
  by: Type.String({ description: 'a name; empty if the account is gone' }),
  mine: Type.Optional(Type.Literal(true, { description: 'the reader did it: names may be alike' })),
  via: OptionalText('the name of the personal token it was made with'),
  productId: Type.Optional(Id),
  productName: OptionalText('its name after the change'),
  what: Enum(['add', 'set', 'delete', 'list'] as const),
  field: Type.Optional(Enum([...fields, ...listFieldNames])),
  from: Optional(
    Type.Union([...Value, Type.Object(written(fields))]),
    'left out for an unknown price and a new list; of a deleted product what adds it again',
  ),
  to: Type.Optional(Type.Union([...Value], { description: 'left out for a price that was made unknown' })),
})

export const ShareTarget = Closed({ _list_id: Id, _email_address: Type.String() })

/**
 * Who may make a call. An action: those who may do it in the call's list; the least required one if it depends on the
 * change. 'self': in their own account; 'own': with something of their own; 'circle': with what they or people who edit
 * a list with them have; 'link': with the list's link.
 */
export type Who = Action | 'self' | 'own' | 'circle' | 'link'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** false: needs no session; 'optional': works without one, but a token that is sent must be valid */
  session: boolean | 'optional'
  /** what a personal token must allow to make it; left out: no token does. The least if it depends on the change */
  scope?: Scope
  /** left out: everybody whom `session` admits */
  who?: Who
  /** guests may make it, for their list only */
  guest?: true
  /** only for activated accounts */
  activated?: true
  /** not where everybody logs in at a provider */
  isLocal?: true
  /** the problems that it answers in addition to those that follow from this definition */
  refuses?: readonly ProblemCode[]
  /** its Cache-Control; answered with an ETag, and with 304 if the caller has the answer already */
  tagged?: 'private, no-cache' | 'no-store'
  /** the answer contains a code that is otherwise stored only as a hash */
  isSecret?: true
  /** multipart/form-data with one file instead of JSON */
  upload?: true
  /** the body is a file, whatever its content type says */
  rawBody?: true
  /** another status for success, without a body */
  alsoEmpty?: number
  /** another status for success, with the same answer, and when it is sent */
  also?: { status: number; when: string }
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** the largest uncompressed body, if it is not `limits.bodyBytes` */
  bodyBytes?: number
  status: number
  /** the answer's content type, if it is not JSON */
  content?: string
  /** what it may be instead, as a text */
  alsoContent?: readonly string[]
  answer: TSchema
}

/** What a call is unless its entry says otherwise: it reads, needs a session, and answers 200 with {}. */
const usual = { method: 'GET', session: true, status: 200, answer: Empty } as const

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type InPath<C extends { path: string }> = [NamesIn<C['path']>] extends [never]
  ? unknown
  : { params: TObject<Record<NamesIn<C['path']>, typeof Id>> }

/** Completes an entry, and keeps its exact type. What its path names is an id, unless it has `params`. */
export const call = <const C extends Omit<Call, keyof typeof usual> & Partial<Call>>(entry: C) => {
  const ids = [...entry.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, Id])
  const params = ids.length > 0 && { params: Type.Object(Object.fromEntries(ids)) }
  return { ...usual, ...params, ...entry } as unknown as Omit<typeof usual, keyof C> &
    ('params' extends keyof C ? C : C & InPath<C>)
}
