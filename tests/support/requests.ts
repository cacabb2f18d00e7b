import sharp from 'sharp'
import { api, type CallName } from '../../core/api.ts'
import type { Permission } from '../../core/entities.ts'
import type { Action } from '../../core/permissions.ts'
import type { Call } from '../../core/schemas.ts'
import { hashCode } from '../../server/deps.ts'
import { startSession } from '../../server/session.ts'
import { password, type Person, type Reply, type TestServer, webClient } from './server.ts'

export const roles = [
  'stranger',
  'visitor',
  'view',
  'shopping',
  'edit',
  'owner',
  'not activated',
  'deleted',
] as const
export type TestRole = (typeof roles)[number]

/** A list with a product, its owner and members, and somebody who meets it in a role. */
export interface World {
  actor: Person | null
  owner: string
  ownerEmail: string
  memberEmail: string
  list: string
  hash: string
  product: string
  template: string
  templateProduct: string
  category: string
  session: string
  activation: string
  reset: string
  resetEmail: string
}

let hash = ''
let count = 0

async function account(server: TestServer, name: string, status: 'A' | 'N' | 'D') {
  if (hash === '') {
    const { body } = await server.register('first@example.org')
    const found = await server.db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    hash = found.password_hash
  }
  const id = server.app.deps.newId()
  const email = `${name.replace(' ', '-')}-${++count}@example.org`
  await server.db
    .insertInto('account')
    .values({
      id,
      email,
      email_key: email,
      password_hash: hash,
      status,
      status_before: status === 'D' ? 'A' : '',
      language: 'en',
      created_at: server.clock.now,
      terms_at: server.clock.now,
      deleted_at: status === 'D' ? server.clock.now : 0,
    })
    .execute()
  return { id, email }
}

async function session(server: TestServer, who: { id: string; email: string }): Promise<Person> {
  const { deps } = server.app
  const pair = await server.db.transaction().execute((trx) => startSession(trx, deps, who.id, ''))
  return { ...who, access: pair.access, refresh: pair.refresh }
}

/** Everything anew, so that no cell of a table depends on another; the owner is the one not activated or deleted. */
export async function newWorld(server: TestServer, role: TestRole): Promise<World> {
  const { db, clock } = server
  const { newId, randomBytes } = server.app.deps
  const status = role === 'not activated' ? 'N' : role === 'deleted' ? 'D' : 'A'
  const owner = await account(server, 'owner', status)
  const list = newId()
  const secret = () => randomBytes(12).toString('base64url')
  const world = { list, hash: secret(), product: newId(), template: newId(), templateProduct: newId() }
  const common = { name: 'Milk', name_norm: ' milk', quantity: 100, unit: 'l' as const, price: 349 }
  const shelf = { price_unknown: 0, category_id: '', category: '', icon: '', shop: '' }
  await db
    .insertInto('list')
    .values({
      id: list,
      owner_id: owner.id,
      name: 'Weekend',
      name_norm: ' weekend',
      created_at: clock.now,
      hash: world.hash,
      status: 'aktywna',
      epoch: 'e',
      head: 1,
    })
    .execute()
  await db
    .insertInto('product')
    .values({
      ...common,
      ...shelf,
      list_id: list,
      id: world.product,
      bought: 0,
      position: 'a0V',
      added_by: owner.id,
      created_at: clock.now,
      ver: 1,
      field_ver: '{"*":1}',
      field_at: `{"*":${clock.now}}`,
      field_by: '{"*":""}',
      deleted_at: 0,
    })
    .execute()
  await db
    .insertInto('template')
    .values({
      id: world.template,
      owner_id: owner.id,
      name: 'Sunday',
      name_norm: ' sunday',
      description: '',
      difficulty: 'easy',
      is_public: 0,
      image: 'basket.svg',
      created_at: clock.now,
      deleted_at: 0,
    })
    .execute()
  await db
    .insertInto('template_product')
    .values({ ...common, ...shelf, template_id: world.template, id: world.templateProduct, place: 1 })
    .execute()
  const category = newId()
  await db
    .insertInto('category')
    .values({
      id: category,
      account_id: owner.id,
      name: 'Mine',
      icon: '',
      keywords: '["saw"]',
      created_at: clock.now,
    })
    .execute()
  await db
    .insertInto('barcode')
    .values({
      account_id: owner.id,
      code: '5901234123457',
      name: 'Milk',
      unit: 'l',
      category: '',
      price: 349,
      price_unknown: 0,
      updated_at: clock.now,
    })
    .execute()
  const join = async (permission: Permission) => {
    const member = await account(server, permission, 'A')
    await db
      .insertInto('member')
      .values({ list_id: list, account_id: member.id, permission, created_at: clock.now, accepted: 1 })
      .execute()
    return member
  }
  const { email: memberEmail } = await join('view')
  let actor: Person | null = null
  if (role === 'view' || role === 'shopping' || role === 'edit')
    actor = await session(server, await join(role))
  if (role === 'stranger') actor = await session(server, await account(server, 'stranger', 'A'))
  const owners = await session(server, owner)
  if (role === 'owner' || role === 'not activated' || role === 'deleted') actor = owners
  const found = await db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const activation = secret()
  const fresh = await account(server, 'fresh', 'N')
  await db
    .insertInto('activation')
    .values({ code_hash: hashCode(activation), account_id: fresh.id, expires_at: clock.now + 1_000 })
    .execute()
  const reset = secret()
  await db
    .insertInto('reset')
    .values({
      code_hash: hashCode(reset),
      account_id: fresh.id,
      created_at: clock.now,
      expires_at: clock.now + 1_000,
    })
    .execute()
  return {
    ...world,
    actor,
    owner: owner.id,
    ownerEmail: owner.email,
    memberEmail,
    category,
    session: found.id,
    activation,
    reset,
    resetEmail: fresh.email,
  }
}

export interface Good {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** multipart instead of JSON */
  file?: Buffer
}

/** Who may make a request: everybody, everybody signed in, by permission in the list, or the owner of the thing. */
export type Rule = 'open' | 'self' | { may: Action } | 'own' | 'link' | 'circle' | 'leave' | 'local'

export interface Example {
  call: CallName
  /** what else to know about it */
  as?: string
  rule: Rule
  /** not for an account that is not activated */
  active?: boolean
  request: (world: World) => Good
}

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'orange' } })
  .png()
  .toBuffer()
const addOp = (world: World) => ({
  client: 'c',
  request: 'r',
  cursor: 0,
  ops: [],
  v: 1,
  user: world.actor?.id,
})
const list = (world: World) => ({ id: world.list })

/** One good request, or more, for every call of the API. */
export const examples: readonly Example[] = [
  {
    call: 'token',
    rule: 'open',
    request: ({ ownerEmail }) => ({
      body: { grant_type: 'password', ...webClient, username: ownerEmail, password },
    }),
  },
  { call: 'revoke', rule: 'open', request: () => ({ body: { ...webClient, token: 'unknown' } }) },
  {
    call: 'register',
    rule: 'open',
    request: ({ list: some }) => ({
      body: { email: `new-${some}@example.org`, password, termsAccepted: true, language: 'pl' },
    }),
  },
  { call: 'activate', rule: 'open', request: (w) => ({ params: { code: w.activation } }) },
  { call: 'resendActivation', rule: 'open', request: (w) => ({ body: { email: w.resetEmail } }) },
  { call: 'me', rule: 'self', request: () => ({}) },
  { call: 'updateProfile', rule: 'self', active: true, request: () => ({ body: { name: 'Ala' } }) },
  {
    call: 'changePassword',
    rule: 'self',
    request: () => ({ body: { oldPassword: password, newPassword: 'another good horse' } }),
  },
  { call: 'requestReset', rule: 'open', request: (w) => ({ body: { email: w.resetEmail } }) },
  {
    call: 'resetPassword',
    rule: 'open',
    request: (w) => ({
      params: { code: w.reset },
      body: { email: w.resetEmail, password: 'good new horse' },
    }),
  },
  { call: 'deleteMe', rule: 'self', request: () => ({ body: { password } }) },
  { call: 'exportMe', rule: 'self', request: () => ({}) },
  { call: 'sessions', rule: 'self', request: () => ({}) },
  { call: 'endSession', rule: 'own', request: (w) => ({ params: { id: w.session } }) },
  { call: 'endOtherSessions', rule: 'self', request: () => ({}) },
  {
    call: 'uploadFile',
    rule: 'self',
    active: true,
    request: () => ({ query: { type: 'avatar' }, file: picture }),
  },
  { call: 'uploadAvatar', rule: 'self', active: true, request: () => ({ file: picture }) },
  { call: 'deleteFile', rule: 'self', active: true, request: () => ({ query: { type: 'avatar' } }) },
  { call: 'lists', rule: 'self', request: () => ({ query: { status: 'shared', sort: 'name' } }) },
  { call: 'searchLists', rule: 'self', request: () => ({ query: { query: 'mil', page: '1' } }) },
  { call: 'list', rule: { may: 'see' }, request: (w) => ({ params: list(w) }) },
  { call: 'listByHash', rule: 'link', request: (w) => ({ params: { hash: w.hash } }) },
  { call: 'createList', rule: 'self', request: () => ({ body: { _list_name: 'New' } }) },
  {
    call: 'updateList',
    as: 'rename',
    rule: { may: 'rename' },
    request: (w) => ({ body: { _id: w.list, _list_name: 'Other' } }),
  },
  {
    call: 'updateList',
    as: 'order',
    rule: { may: 'editProducts' },
    request: (w) => ({ body: { _id: w.list, _list_order: [w.product] } }),
  },
  { call: 'deleteList', rule: { may: 'delete' }, request: (w) => ({ body: { _id: w.list } }) },
  { call: 'archiveList', rule: { may: 'archive' }, request: (w) => ({ params: list(w) }) },
  { call: 'restoreList', rule: { may: 'archive' }, request: (w) => ({ params: list(w) }) },
  { call: 'duplicateList', rule: { may: 'duplicate' }, request: (w) => ({ params: list(w) }) },
  { call: 'cloneUnbought', rule: { may: 'clone' }, request: (w) => ({ params: list(w) }) },
  { call: 'renewHash', rule: { may: 'changeLink' }, active: true, request: (w) => ({ params: list(w) }) },
  { call: 'dropHash', rule: { may: 'changeLink' }, request: (w) => ({ params: list(w) }) },
  {
    call: 'addProduct',
    rule: { may: 'editProducts' },
    request: (w) => ({
      params: list(w),
      body: { productName: 'Bread', quantity: 2, unit: 'pcs', price: 4.5, category: 'Bakery', shop: 'x' },
    }),
  },
  ...(
    [
      ['tick', { productStatus: true }],
      ['name', { productName: 'Oat milk' }],
      ['price', { price: 3.5 }],
      ['position', { position: 'a1' }],
    ] as const
  ).map(([as, body]): Example => ({
    call: 'editProduct',
    as,
    rule: { may: as === 'tick' ? 'tick' : 'editProducts' },
    request: (w) => ({ params: { idList: w.list, id: w.product }, body }),
  })),
  {
    call: 'deleteProduct',
    rule: { may: 'editProducts' },
    request: (w) => ({ params: { idList: w.list, id: w.product } }),
  },
  {
    call: 'sync',
    as: 'pull',
    rule: { may: 'see' },
    request: (w) => ({ params: list(w), body: addOp(w) }),
  },
  {
    call: 'share',
    rule: { may: 'share' },
    active: true,
    request: (w) => ({ query: { _list_id: w.list, _email_address: 'nobody@example.org' } }),
  },
  {
    call: 'unshare',
    as: 'another',
    rule: { may: 'share' },
    request: (w) => ({ body: { _list_id: w.list, _email_address: w.memberEmail } }),
  },
  {
    call: 'unshare',
    as: 'oneself',
    rule: 'leave',
    request: (w) => ({ body: { _list_id: w.list, _email_address: w.actor?.email ?? 'x@example.org' } }),
  },
  {
    call: 'setPermission',
    rule: { may: 'share' },
    request: (w) => ({
      params: list(w),
      query: { email_address: w.memberEmail, permission: 'shopping' },
    }),
  },
  { call: 'acceptList', rule: { may: 'see' }, request: (w) => ({ params: list(w) }) },
  { call: 'listUsers', rule: { may: 'share' }, request: (w) => ({ params: list(w) }) },
  {
    call: 'sendListMail',
    rule: { may: 'share' },
    active: true,
    request: (w) => ({ params: list(w), query: { _email_address: 'friend@example.org' } }),
  },
  { call: 'templates', rule: 'self', request: () => ({ query: { type: 'user', limit: '5' } }) },
  { call: 'searchTemplates', rule: 'self', request: () => ({ query: { query: 'milk' } }) },
  { call: 'publicTemplates', rule: 'open', request: () => ({ query: { language: 'pl' } }) },
  { call: 'searchPublicTemplates', rule: 'open', request: () => ({ query: { query: 'coal' } }) },
  {
    call: 'publicTemplate',
    rule: 'open',
    request: () => ({ params: { id: 'predefined-pizza' }, query: { language: 'pl' } }),
  },
  { call: 'template', rule: 'own', request: (w) => ({ params: { id: w.template } }) },
  {
    call: 'createTemplate',
    as: 'private',
    rule: 'self',
    request: () => ({
      body: { templateName: 'New', description: 'x', difficulty: 'hard', image: 'pot.svg' },
    }),
  },
  {
    call: 'createTemplate',
    as: 'public',
    rule: 'self',
    active: true,
    request: () => ({ body: { templateName: 'New', isPublic: true } }),
  },
  {
    call: 'createTemplate',
    as: 'from a list',
    rule: { may: 'makeTemplate' },
    request: (w) => ({ body: { templateName: 'New', fromList: w.list } }),
  },
  {
    call: 'updateTemplate',
    rule: 'own',
    request: (w) => ({ params: { id: w.template }, body: { templateName: 'Other', isPublic: false } }),
  },
  {
    call: 'updateTemplate',
    as: 'public',
    rule: 'own',
    active: true,
    request: (w) => ({ params: { id: w.template }, body: { isPublic: true } }),
  },
  { call: 'deleteTemplate', rule: 'own', request: (w) => ({ params: { id: w.template } }) },
  {
    call: 'addTemplateProduct',
    rule: 'own',
    request: (w) => ({ params: { id: w.template }, body: { productName: 'Bread', price: 3 } }),
  },
  {
    call: 'editTemplateProduct',
    rule: 'own',
    request: (w) => ({
      params: { id: w.template, productId: w.templateProduct },
      body: { quantity: 3, category: 'Dairy' },
    }),
  },
  {
    call: 'deleteTemplateProduct',
    rule: 'own',
    request: (w) => ({ params: { id: w.template, productId: w.templateProduct } }),
  },
  {
    call: 'convertTemplate',
    rule: 'own',
    request: (w) => ({ params: { id: w.template }, body: { _list_name: 'Made' } }),
  },
  {
    call: 'mergeTemplate',
    as: 'into a list',
    rule: { may: 'editProducts' },
    request: (w) => ({ params: { id: 'predefined-pizza', listId: w.list } }),
  },
  {
    call: 'mergeTemplate',
    as: 'of a template',
    rule: 'own',
    request: (w) => ({ params: { id: w.template, listId: w.list } }),
  },
  { call: 'categories', rule: 'self', request: () => ({ query: { query: 'da' } }) },
  { call: 'shops', rule: 'self', request: () => ({ query: {} }) },
  { call: 'products', rule: 'self', request: () => ({ query: { query: 'milk' } }) },
  { call: 'priceHistory', rule: 'self', request: () => ({ params: { productName: 'milk' } }) },
  { call: 'categoryKeywords', rule: 'self', request: () => ({}) },
  {
    call: 'createCategory',
    rule: 'self',
    request: () => ({ body: { category_name: 'New', icon: 'pot.svg', keywords: ['x'] } }),
  },
  {
    call: 'updateCategory',
    rule: 'own',
    request: (w) => ({ params: { id: w.category }, body: { keywords: ['y'] } }),
  },
  { call: 'deleteCategory', rule: 'own', request: (w) => ({ params: { id: w.category } }) },
  { call: 'barcode', rule: 'circle', request: () => ({ params: { code: '5901234123457' } }) },
  {
    call: 'nameBarcode',
    rule: 'self',
    request: () => ({ params: { code: '96385074' }, body: { productName: 'Gum', price: 2 } }),
  },
  { call: 'health', rule: 'open', request: () => ({}) },
  { call: 'ready', rule: 'open', request: () => ({}) },
  { call: 'metrics', rule: 'open', request: () => ({}) },
  { call: 'contract', rule: 'open', request: () => ({}) },
]

export function urlOf(call: CallName, { params = {}, query }: Good): string {
  const path = api[call].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path
}

export function send(server: TestServer, who: Person | null, call: CallName, good: Good): Promise<Reply> {
  const { method }: Call = api[call]
  if (!good.file) return server.call(who, method, urlOf(call, good), good.body)
  const boundary = 'xxxxxxxxxxxx'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), good.file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return server.app
    .inject({
      method,
      url: urlOf(call, good),
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(who && { authorization: `Bearer ${who.access}` }),
      },
      payload,
    })
    .then((reply) => ({ status: reply.statusCode, body: reply.json() as unknown, headers: reply.headers }))
}
