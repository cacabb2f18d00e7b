/**
 * The shapes that travel, as JSON Schema. Texts carry no length here: they are trimmed and brought to NFC
 * before their length counts, which text.ts and fields.ts do for both sides.
 */
import { type TSchema, Type } from 'typebox'
import { difficulties, languages, listStatuses, permissions, templateTypes, units } from './entities.ts'
import type { Refusal, SentOp } from './mutation.ts'

export const closed = { additionalProperties: false }
export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
export const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' })
export const Enum = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
export const Empty = Type.Object({}, closed)
export const IdOnly = Type.Object({ id: Id })

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
  matched: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'in a search: names of products that were found, at most five, none where the list’s name says it',
    }),
  ),
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

export const TemplateProduct = Type.Object({
  ...Type.Omit(Product, ['productStatus', 'position', 'addedBy', 'ver']).properties,
})

export const Template = Type.Object({
  id: Id,
  templateName: Type.String(),
  description: Type.String(),
  author: Type.String({ description: 'a name; empty when its author gave none' }),
  type: Enum(templateTypes),
  isPublic: Type.Boolean(),
  difficulty: Enum(difficulties),
  image: Type.String({ description: 'a file under /uploads/categoryIcons' }),
  date: Time,
  productCount: Type.Integer(),
  products: Type.Optional(Type.Array(TemplateProduct)),
})

export const Templates = Type.Object({ items: Type.Array(Template), total: Type.Integer() })

export const ClientCredentials = { client_id: Type.String(), client_secret: Type.String() }

/** RFC 6749 bodies ignore what they do not know. */
export const TokenRequest = Type.Object({
  grant_type: Type.String(),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  remember: Type.Optional(
    Type.Boolean({ description: 'keeps the refresh token in a cookie; only for a page of our own' }),
  ),
  bound: Type.Optional(
    Type.Boolean({ description: 'that cookie then counts only together with `access_token`' }),
  ),
  access_token: Type.Optional(
    Type.String({ description: 'in a refresh: the one that is to be replaced, also when it has expired' }),
  ),
})

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  refresh_token: Type.Optional(Type.String({ description: 'left out when it travels as a cookie' })),
  user_id: Id,
  reactivated: Type.Optional(
    Type.Literal(true, { description: 'the account was to be deleted, and this log-in brought it back' }),
  ),
})

export const NewProduct = Type.Object(
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
export const ProductEdit = Type.Partial(
  Type.Object(editable, { ...closed, minProperties: 1, maxProperties: 1 }),
  {
    ...closed,
    minProperties: 1,
    maxProperties: 1,
  },
)

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

export const Page = {
  query: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
}
export const ShareTarget = Type.Object({ _list_id: Id, _email_address: Type.String() }, closed)
export const ListParams = Type.Object({ id: Id })
export const ProductParams = Type.Object({ idList: Id, id: Id })

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** false: answers without a session */
  session: boolean
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** the largest body, unpacked, where it is not `limits.bodyBytes` */
  bodyBytes?: number
  status: number
  /** what the answer is, when it is not JSON */
  content?: string
  answer: TSchema
}

/** Keeps the exact type of an entry. */
export const call = <const C extends Call>(entry: C) => entry
