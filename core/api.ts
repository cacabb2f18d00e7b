/**
 * The HTTP contract: one entry per call. The server builds its routes and its checks from these
 * schemas; the page and the worker import the types only, so none of this travels to a phone.
 *
 * Texts carry no length here: they are trimmed and brought to NFC before their length counts,
 * which text.ts and fields.ts do for both sides.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { languages, listStatuses, permissions, units } from './entities.ts'
import type { Refusal, SentOp } from './mutation.ts'
import type { ProblemCode } from './errors.ts'

const closed = { additionalProperties: false }
const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' })
const Enum = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
const Empty = Type.Object({}, closed)
const IdOnly = Type.Object({ id: Id })

export const Product = Type.Object({
  id: Id,
  productName: Type.String(),
  quantity: Type.Number(),
  unit: Enum(units),
  price: Type.Number({ description: 'złoty; 0.01 while priceUnknown' }),
  priceUnknown: Type.Optional(Type.Boolean()),
  productStatus: Type.Boolean({ description: 'true means bought' }),
  category_id: Type.Union([Type.String(), Type.Null()]),
  category_name: Type.String(),
  shop_name: Type.String(),
  icon: Type.Union([Type.String(), Type.Null()]),
  position: Type.String({ description: 'fractional index; the order is (position, id)' }),
  addedBy: Type.Optional(Type.String({ description: 'a name' })),
  ver: Type.Integer(),
})

export const Row = Type.Object({
  ...Product.properties,
  fieldVer: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), { description: 'only fields whose version is not the row’s' }),
  ),
  deleted: Type.Optional(Type.Boolean()),
})

export const List = Type.Object({
  id: Id,
  listName: Type.String(),
  date: Time,
  hash: Type.Union([Type.String(), Type.Null()]),
  listStatus: Enum(listStatuses),
  isDone: Type.Optional(Type.Boolean()),
  owner: Type.Optional(
    Type.Object(
      { name: Type.String(), email: Type.String() },
      { description: 'only when shared with the caller' },
    ),
  ),
  permissions: Enum(permissions),
  productCount: Type.Integer(),
  checkedCount: Type.Integer(),
  sum: Type.Number({ description: 'złoty, unknown prices left out' }),
  head: Type.Integer({ description: 'the version of the newest change' }),
  sharedWith: Type.Integer(),
  products: Type.Optional(Type.Array(Product)),
})

const Lists = Type.Object({ items: Type.Array(List), total: Type.Integer() })

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

export const Member = Type.Object({
  name: Type.String(),
  email: Type.String(),
  permission: Enum(permissions),
})

const ClientCredentials = { client_id: Type.String(), client_secret: Type.String() }

/** RFC 6749 bodies ignore what they do not know. */
export const TokenRequest = Type.Object({
  grant_type: Type.String(),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  remember: Type.Optional(Type.Boolean()),
})

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  refresh_token: Type.Optional(Type.String({ description: 'left out when it travels as a cookie' })),
  user_id: Id,
})

const NewProduct = Type.Object(
  {
    productName: Type.String(),
    quantity: Type.Optional(Type.Number()),
    productStatus: Type.Optional(Type.Boolean()),
    unit: Type.Optional(Enum(units)),
    price: Type.Optional(Type.Number()),
    category: Type.Optional(Type.String()),
    shop: Type.Optional(Type.String()),
    id: Type.Optional(Id),
    position: Type.Optional(Type.String()),
  },
  closed,
)

const { id: _id, ...editable } = NewProduct.properties
const ProductEdit = Type.Partial(Type.Object(editable, { ...closed, minProperties: 1, maxProperties: 1 }), {
  ...closed,
  minProperties: 1,
  maxProperties: 1,
})

export const SyncRequest = Type.Object(
  {
    v: Type.Integer(),
    user: Type.Optional(Id),
    client: Id,
    request: Id,
    epoch: Type.Optional(Type.String()),
    cursor: Type.Integer({ minimum: 0 }),
    // A malformed operation is rejected by itself, so the envelope does not look inside.
    ops: Type.Array(Type.Unsafe<SentOp>({})),
  },
  closed,
)

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
      row: Type.Optional(Row),
    }),
    { description: 'only the operations that were not applied, by sequence number' },
  ),
  rows: Type.Array(Row),
  more: Type.Boolean(),
})

const Page = {
  query: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
}
const ShareTarget = Type.Object({ _list_id: Id, _email_address: Type.String() }, closed)
const ListParams = Type.Object({ id: Id })
const ProductParams = Type.Object({ idList: Id, id: Id })

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** false: answers without a session */
  session: boolean
  params?: TSchema
  query?: TSchema
  body?: TSchema
  status: number
  answer: TSchema
}

const call = <const C extends Call>(entry: C) => entry

export const api = {
  token: call({
    method: 'POST',
    path: '/oauth/v2/token',
    session: false,
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
    body: Type.Object({
      token: Type.Optional(Type.String()),
      ...Type.Partial(Type.Object(ClientCredentials)).properties,
    }),
  }),

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

  lists: call({
    method: 'GET',
    path: '/api/v3/lists',
    session: true,
    status: 200,
    answer: Lists,
    query: Type.Object(
      {
        status: Type.Optional(Enum(['active', 'archived', 'shared'] as const)),
        sort: Type.Optional(Enum(['newest', 'oldest', 'name'] as const)),
        ...Page,
      },
      closed,
    ),
  }),
  searchLists: call({
    method: 'GET',
    path: '/api/v3/lists/search',
    session: true,
    status: 200,
    answer: Lists,
    query: Type.Object(Page, closed),
  }),
  list: call({
    method: 'GET',
    path: '/api/v3/list/:id',
    session: true,
    params: ListParams,
    status: 200,
    answer: List,
  }),
  listByHash: call({
    method: 'GET',
    path: '/api/v3/list/hash/:hash',
    session: false,
    params: Type.Object({ hash: Type.String() }),
    status: 200,
    answer: List,
  }),
  createList: call({
    method: 'POST',
    path: '/api/v3/list',
    session: true,
    status: 201,
    answer: IdOnly,
    body: Type.Object({ _list_name: Type.Optional(Type.String()), id: Type.Optional(Id) }, closed),
  }),
  updateList: call({
    method: 'PUT',
    path: '/api/v3/list',
    session: true,
    status: 200,
    answer: Empty,
    body: Type.Object(
      {
        _id: Id,
        _list_name: Type.Optional(Type.String()),
        _list_order: Type.Optional(Type.Array(Type.String(), { maxItems: 5_000 })),
      },
      closed,
    ),
  }),
  deleteList: call({
    method: 'DELETE',
    path: '/api/v3/list',
    session: true,
    status: 200,
    answer: Empty,
    body: Type.Object({ _id: Id }, closed),
  }),
  archiveList: call({
    method: 'PUT',
    path: '/api/v3/list/:id/archivize',
    session: true,
    params: ListParams,
    status: 200,
    answer: Empty,
  }),
  restoreList: call({
    method: 'PUT',
    path: '/api/v3/list/:id/restore',
    session: true,
    params: ListParams,
    status: 200,
    answer: Empty,
  }),
  duplicateList: call({
    method: 'POST',
    path: '/api/v3/list/:id/duplicate',
    session: true,
    params: ListParams,
    status: 201,
    answer: IdOnly,
  }),
  cloneUnbought: call({
    method: 'POST',
    path: '/api/v3/list/:id/clone_unbought',
    session: true,
    params: ListParams,
    status: 201,
    answer: IdOnly,
  }),
  renewHash: call({
    method: 'POST',
    path: '/api/v3/list/:id/hash',
    session: true,
    params: ListParams,
    status: 200,
    answer: Type.Object({ hash: Type.String() }),
  }),
  dropHash: call({
    method: 'DELETE',
    path: '/api/v3/list/:id/hash',
    session: true,
    params: ListParams,
    status: 200,
    answer: Empty,
  }),

  addProduct: call({
    method: 'POST',
    path: '/api/v3/list/:id/product',
    session: true,
    params: ListParams,
    body: NewProduct,
    status: 201,
    answer: Product,
  }),
  editProduct: call({
    method: 'PUT',
    path: '/api/v3/list/:idList/product/:id',
    session: true,
    params: ProductParams,
    body: ProductEdit,
    status: 200,
    answer: Product,
  }),
  deleteProduct: call({
    method: 'DELETE',
    path: '/api/v3/list/:idList/product/:id',
    session: true,
    params: ProductParams,
    status: 200,
    answer: Empty,
  }),
  sync: call({
    method: 'POST',
    path: '/api/v3/list/:id/sync',
    session: true,
    params: ListParams,
    body: SyncRequest,
    status: 200,
    answer: SyncAnswer,
  }),

  share: call({
    method: 'POST',
    path: '/api/v3/list/share',
    session: true,
    status: 200,
    answer: Empty,
    query: Type.Partial(ShareTarget, closed),
    body: Type.Optional(Type.Partial(ShareTarget, closed)),
  }),
  unshare: call({
    method: 'DELETE',
    path: '/api/v3/list/share',
    session: true,
    status: 204,
    answer: Type.Null(),
    query: Type.Partial(ShareTarget, closed),
    body: Type.Optional(Type.Partial(ShareTarget, closed)),
  }),
  setPermission: call({
    method: 'PUT',
    path: '/api/v3/shared_list/:id',
    session: true,
    params: ListParams,
    status: 200,
    answer: Empty,
    query: Type.Object(
      { email_address: Type.Optional(Type.String()), permission: Type.Optional(Type.String()) },
      closed,
    ),
    body: Type.Optional(
      Type.Object(
        { email_address: Type.Optional(Type.String()), permission: Type.Optional(Type.String()) },
        closed,
      ),
    ),
  }),
  listUsers: call({
    method: 'GET',
    path: '/api/v3/list/:id/list_users',
    session: true,
    params: ListParams,
    status: 200,
    answer: Type.Array(Member),
  }),
} as const

export type Api = typeof api
export type CallName = keyof Api
type OrNone<S> = S extends { '~optional': true } ? undefined : never
type Of<C, K extends string> =
  C extends Record<K, infer S extends TSchema> ? Static<S> | OrNone<S> : undefined
export type Params<N extends CallName> = Of<Api[N], 'params'>
export type Query<N extends CallName> = Of<Api[N], 'query'>
export type Body<N extends CallName> = Of<Api[N], 'body'>
export type Answer<N extends CallName> = Of<Api[N], 'answer'>

export { syncVersion } from './entities.ts'

export const ProblemSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.Unsafe<ProblemCode>({ type: 'string' }),
  requestId: Type.String(),
  detail: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
})
