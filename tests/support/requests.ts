import { plainColumns } from './every-field.ts'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { api, type CallName } from '../../core/contract/api.ts'
import type { Permission } from '../../core/product/entities.ts'
import type { Call, Who } from '../../core/contract/schemas.ts'
import { hashCode } from '../../server/db/codes.ts'
import { hashPassword } from '../../server/auth/password-hash.ts'
import { newPasskey } from './ways-in/authenticator.ts'
import { newSubscription } from './push-service.ts'
import {
  newAccount,
  password,
  type Person,
  type Reply,
  signedIn,
  type TestServer,
  webClient,
} from './server.ts'

export const roles = [
  'stranger',
  'visitor',
  'view',
  'shopping',
  'edit',
  /** of a guest link that may edit */
  'guest',
  'owner',
  'not activated',
  'deleted',
] as const
export type TestRole = (typeof roles)[number]

/** A list with a product, its owner and members, and the person who makes the request in some role. */
export interface World {
  actor: Person | null
  owner: string
  ownerEmail: string
  askerEmail: string
  memberEmail: string
  list: string
  hash: string
  invite: string
  /** a link for guests, used by nobody, or by the actor in the role 'guest' */
  guests: string
  /** an invitation that was mailed, and the secret of its link */
  mailed: string
  proof: string
  product: string
  template: string
  templateProduct: string
  category: string
  /** the id of one of the owner's tokens, and of a webhook and its delivery */
  token: string
  /** what an app shows now for `totpSecret` */
  totpCode: string
  session: string
  startToken: string
  activation: string
  reset: string
  resetEmail: string
}

const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let count = 0

const mailedCode = '12345678'
let codeHash: Promise<string> | undefined
const hashOfCode = () => (codeHash ??= hashPassword(mailedCode, { site: 'test' }))

async function account(server: TestServer, name: string, status: 'A' | 'N' | 'D') {
  return newAccount(server.app.services, `${name.replace(' ', '-')}-${++count}@example.org`, status)
}

/**
 * Creates everything anew, so that no case depends on another. In the roles 'not activated' and 'deleted' the owner's
 * account has that status.
 */
export async function newWorld(server: TestServer, role: TestRole): Promise<World> {
  const { db, clock } = server
  const { newId, randomBytes } = server.app.services
  const status = role === 'not activated' ? 'N' : role === 'deleted' ? 'D' : 'A'
  const owner = await account(server, 'owner', status)
  const list = newId()
  const secret = () => randomBytes(12).toString('base64url')
  const world = {
    list,
    hash: secret(),
    invite: secret(),
    guests: secret(),
    mailed: secret(),
    proof: secret(),
    product: newId(),
    template: newId(),
    templateProduct: newId(),
  }
  const common = { ...plainColumns('Milk', ' milk'), unit: 'l' as const, price: 349, price_unknown: 0 }
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
    .values({ ...common, template_id: world.template, id: world.templateProduct, place: 1 })
    .execute()
  await db
    .insertInto('purchase')
    .values({
      list_id: list,
      product_id: world.product,
      ticked_at: tickedAt,
      price: 349,
      price_unknown: 0,
      quantity: 100,
      unit: 'l',
      price_for: 'unit',
      name: 'Milk',
      category: '',
      shop: '',
      currency: 'PLN',
      at: clock.now,
    })
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
  const token = newId()
  await db
    .insertInto('token')
    .values({
      id: token,
      account_id: owner.id,
      name: 'Home',
      hash: hashCode(token),
      scope: 'read',
      lists: '[]',
      created_at: clock.now,
      expires_at: 0,
      used_at: 0,
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      id: token,
      account_id: owner.id,
      url: 'https://example.org/',
      secret: 's',
      lists: '["none"]',
      events: '["added"]',
      created_at: clock.now,
    })
    .execute()
  await db
    .insertInto('webhook_delivery')
    .values({
      id: token,
      webhook_id: token,
      list_id: list,
      body: '{}',
      created_at: clock.now,
      next_at: clock.now,
      ends_at: clock.now,
      attempts: 1,
      status: 500,
      done_at: clock.now,
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
  const asker = await account(server, 'asker', 'A')
  await db
    .insertInto('invite')
    .values({
      code: hashCode(world.invite),
      list_id: list,
      email: '',
      email_key: '',
      permission: 'shopping',
      created_at: clock.now,
      expires_at: clock.now + 1_000,
    })
    .execute()
  await db
    .insertInto('invite')
    .values({
      code: hashCode(world.mailed),
      list_id: list,
      email: `invited-${list}@example.org`,
      email_key: `invited-${list}@example.org`,
      permission: 'edit',
      created_at: clock.now,
      expires_at: clock.now + 1_000,
      proof_hash: hashCode(world.proof),
      asked_by: asker.id,
      asked_at: clock.now,
    })
    .execute()
  await db
    .insertInto('guest_link')
    .values({
      code: hashCode(world.guests),
      list_id: list,
      permission: 'edit',
      name: '',
      created_at: clock.now,
      expires_at: clock.now + 1_000,
    })
    .execute()
  let actor: Person | null = null
  if (role === 'view' || role === 'shopping' || role === 'edit')
    actor = await signedIn(server.app.services, await join(role))
  if (role === 'guest') {
    const guest = await join('edit')
    await db
      .updateTable('account')
      .set({ guest_of: list, guest_link: hashCode(world.guests), status: 'N' })
      .where('id', '=', guest.id)
      .execute()
    actor = await signedIn(server.app.services, guest)
  }
  if (role === 'stranger') actor = await signedIn(server.app.services, await account(server, 'stranger', 'A'))
  const owners = await signedIn(server.app.services, owner)
  if (role === 'owner' || role === 'not activated' || role === 'deleted') actor = owners
  if (actor)
    await db
      .insertInto('email_change')
      .values({
        account_id: actor.id,
        email: `changed-${actor.email}`,
        email_key: `changed-${actor.email}`,
        old_code: await hashOfCode(),
        new_code: await hashOfCode(),
        expires_at: clock.now + 1_000,
      })
      .execute()
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
  const ofActor = { account_id: actor?.id ?? owner.id, created_at: clock.now }
  await db
    .insertInto('proof')
    .values([
      { ...ofActor, kind: 'passkey', key: token, name: 'Phone', secret: '', expires_at: 0 },
      {
        ...ofActor,
        kind: 'provider',
        key: hashCode(token),
        name: '',
        secret: `${hashCode('')} ${JSON.stringify({ key: token, email: actor?.email ?? '', name: '' })}`,
        expires_at: clock.now + 3_600_000,
      },
      {
        ...ofActor,
        kind: 'new passkey',
        key: hashCode(token),
        name: '',
        secret: '',
        expires_at: clock.now + 3_600_000,
      },
    ])
    .execute()
  return {
    ...world,
    actor,
    owner: owner.id,
    ownerEmail: owner.email,
    askerEmail: asker.email,
    memberEmail,
    category,
    token,
    totpCode: new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: clock.now }),
    session: found.id,
    startToken: server.app.services.startToken,
    activation,
    reset,
    resetEmail: fresh.email,
  }
}

export interface Good {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** instead of JSON: in a form, or as it is */
  file?: Buffer
}

/** Who may make a request, in the contract's terms. */
export type Rule = Who | 'open'

/** Returns who may make this request: the contract's rule for the call, unless the example has its own. */
export function ruleOf({ call, rule }: Example): Rule {
  const { who }: Call = api[call]
  return rule ?? who ?? 'open'
}

export interface Example {
  call: CallName
  /** what is special about this example */
  as?: string
  /** its own rule, if the contract has none for the whole call */
  rule?: Rule
  /** this request needs an activated account, though the call does not */
  active?: boolean
  /** the list's owner deletes the account, unless the owner makes the call */
  orphaned?: true
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
const making = (world: World) => ({
  seq: 1,
  opId: 'o',
  op: 'add',
  rowId: `of-${world.list}`,
  value: { listName: 'New', date: '2026-11-20T08:00:00.000Z' },
})
const list = (world: World) => ({ id: world.list })
/** When the product of the world was bought before. */
const tickedAt = Date.parse('2026-01-02T12:00:00.000Z')
const purchase = (world: World) => ({
  idList: world.list,
  id: world.product,
  date: new Date(tickedAt).toISOString(),
})

/** At least one good request for every call of the API. */
export const examples: readonly Example[] = [
  {
    call: 'token',
    request: ({ ownerEmail }) => ({
      body: { grant_type: 'password', ...webClient, username: ownerEmail, password },
    }),
  },
  { call: 'passkeyLogIn', request: () => ({}) },
  {
    call: 'registerClient',
    request: () => ({ body: { client_name: 'Claude', redirect_uris: ['https://claude.ai/callback'] } }),
  },
  { call: 'revoke', request: () => ({ body: { ...webClient, token: 'unknown' } }) },
  {
    call: 'register',
    request: ({ list: some }) => ({
      body: { email: `new-${some}@example.org`, password, termsAccepted: true, language: 'pl' },
    }),
  },
  { call: 'registration', request: () => ({}) },
  { call: 'registrationWith', request: (w) => ({ params: { code: w.invite } }) },
  { call: 'activate', request: (w) => ({ params: { code: w.activation } }) },
  { call: 'resendActivation', request: (w) => ({ body: { email: w.resetEmail } }) },
  { call: 'me', request: () => ({}) },
  { call: 'updateProfile', request: () => ({ body: { name: 'Ala' } }) },
  {
    call: 'changePassword',
    request: () => ({ body: { oldPassword: password, newPassword: 'another good horse' } }),
  },
  { call: 'emailChange', request: () => ({}) },
  {
    call: 'requestEmailChange',
    request: ({ list: some }) => ({ body: { email: `moved-${some}@example.org`, password } }),
  },
  {
    call: 'confirmEmailChange',
    request: () => ({ body: { oldCode: mailedCode, newCode: mailedCode } }),
  },
  { call: 'cancelEmailChange', request: () => ({}) },
  { call: 'requestReset', request: (w) => ({ body: { email: w.resetEmail } }) },
  {
    call: 'resetPassword',
    request: (w) => ({
      params: { code: w.reset },
      body: { email: w.resetEmail, password: 'good new horse' },
    }),
  },
  { call: 'deleteMe', request: () => ({ body: { password } }) },
  { call: 'exportMe', request: () => ({}) },
  { call: 'tokens', request: () => ({}) },
  {
    call: 'createToken',
    request: () => ({ body: { name: 'Home', scopes: ['read', 'tick'], expires: '2027-01-01T00:00:00Z' } }),
  },
  { call: 'deleteToken', request: (w) => ({ params: { id: w.token } }) },
  { call: 'waysIn', request: () => ({}) },
  { call: 'passkeyOptions', request: () => ({ body: { password } }) },
  {
    call: 'addPasskey',
    request: (w) => ({
      body: {
        name: 'Phone',
        passkey: newPasskey('http://localhost:3000').made({ challenge: w.token, user: { id: w.owner } }),
      },
    }),
  },
  {
    call: 'addTotp',
    request: (w) => ({ body: { secret: totpSecret, code: w.totpCode, password } }),
  },
  { call: 'linkProvider', request: (w) => ({ body: { ticket: w.token } }) },
  { call: 'recoveryCodes', request: () => ({ body: { password } }) },
  { call: 'removeWayIn', request: (w) => ({ params: { id: w.token }, body: { password } }) },
  { call: 'webhooks', request: () => ({}) },
  {
    call: 'createWebhook',
    request: () => ({ body: { url: 'https://example.org/hook', events: ['added', 'bought'] } }),
  },
  { call: 'deliveries', request: (w) => ({ params: { id: w.token } }) },
  { call: 'sendAgain', request: (w) => ({ params: { id: w.token, delivery: w.token } }) },
  { call: 'deleteWebhook', request: (w) => ({ params: { id: w.token } }) },
  { call: 'sessions', request: () => ({}) },
  { call: 'endSession', request: (w) => ({ params: { id: w.session }, body: { password } }) },
  { call: 'endOtherSessions', request: () => ({ body: { password } }) },
  { call: 'uploadFile', request: () => ({ query: { type: 'avatar' }, file: picture }) },
  { call: 'uploadAvatar', request: () => ({ file: picture }) },
  { call: 'exportList', request: (w) => ({ params: list(w), query: { format: 'csv' } }) },
  { call: 'importFile', request: () => ({ query: { name: 'a.txt' }, file: Buffer.from('Milk 2 l\nBread') }) },
  { call: 'deleteFile', request: () => ({ query: { type: 'avatar' } }) },
  { call: 'lists', request: () => ({ query: { status: 'shared', sort: 'name' } }) },
  { call: 'prices', request: () => ({}) },
  { call: 'spending', request: () => ({ query: { by: 'month', from: '2026-01-01', tz: 'Europe/Warsaw' } }) },
  {
    call: 'purchases',
    request: (w) => ({ query: { from: '2026-01-01', by: 'list', key: w.list, tz: 'Europe/Warsaw' } }),
  },
  { call: 'editPurchase', request: (w) => ({ params: purchase(w), body: { price: 3, shop: 'Lidl' } }) },
  { call: 'deletePurchase', request: (w) => ({ params: purchase(w) }) },
  { call: 'history', request: (w) => ({ params: list(w), query: { before: '9', limit: '5' } }) },
  { call: 'searchLists', request: () => ({ query: { query: 'mil', page: '1' } }) },
  { call: 'list', request: (w) => ({ params: list(w) }) },
  { call: 'listByHash', request: (w) => ({ params: { hash: w.hash } }) },
  { call: 'createList', request: () => ({ body: { _list_name: 'New' } }) },
  { call: 'updateList', as: 'rename', request: (w) => ({ body: { _id: w.list, _list_name: 'Other' } }) },
  {
    call: 'updateList',
    as: 'order',
    rule: 'editProducts',
    request: (w) => ({ body: { _id: w.list, _list_order: [w.product] } }),
  },
  { call: 'deleteList', request: (w) => ({ body: { _id: w.list } }) },
  { call: 'archiveList', request: (w) => ({ params: list(w) }) },
  { call: 'restoreList', request: (w) => ({ params: list(w) }) },
  { call: 'duplicateList', request: (w) => ({ params: list(w) }) },
  { call: 'cloneUnbought', request: (w) => ({ params: list(w) }) },
  { call: 'shopAgain', request: (w) => ({ params: list(w), body: {} }) },
  { call: 'renewHash', request: (w) => ({ params: list(w) }) },
  { call: 'dropHash', request: (w) => ({ params: list(w) }) },
  {
    call: 'addProduct',
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
    rule: as === 'tick' ? 'tick' : 'editProducts',
    request: (w) => ({ params: { idList: w.list, id: w.product }, body }),
  })),
  { call: 'deleteProduct', request: (w) => ({ params: { idList: w.list, id: w.product } }) },
  { call: 'sync', as: 'pull', request: (w) => ({ params: list(w), body: addOp(w) }) },
  {
    call: 'sync',
    as: 'pull of version 2',
    request: (w) => ({ params: list(w), body: { ...addOp(w), v: 2 } }),
  },
  {
    call: 'sync',
    as: 'a new list',
    rule: 'self',
    request: (w) => ({ params: { id: `of-${w.list}` }, body: { ...addOp(w), v: 2, ops: [making(w)] } }),
  },
  { call: 'share', request: (w) => ({ query: { _list_id: w.list, _email_address: 'nobody@example.org' } }) },
  {
    call: 'share',
    as: 'with a permission',
    request: (w) => ({
      body: { _list_id: w.list, _email_address: 'nobody@example.org', permission: 'edit' },
    }),
  },
  {
    call: 'unshare',
    as: 'another',
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
    request: (w) => ({
      params: list(w),
      query: { email_address: w.memberEmail, permission: 'shopping' },
    }),
  },
  { call: 'acceptList', request: (w) => ({ params: list(w) }) },
  { call: 'listUsers', request: (w) => ({ params: list(w) }) },
  {
    call: 'sendListMail',
    request: (w) => ({ params: list(w), query: { _email_address: 'friend@example.org' } }),
  },
  {
    call: 'createInvite',
    as: 'by mail',
    request: (w) => ({ params: list(w), body: { email: 'friend@example.org', permission: 'edit' } }),
  },
  { call: 'createInvite', as: 'a link', request: (w) => ({ params: list(w), body: { permission: 'view' } }) },
  {
    call: 'createGuestLink',
    request: (w) => ({ params: list(w), body: { permission: 'edit', name: 'Grandma' } }),
  },
  { call: 'guestLinks', request: (w) => ({ params: list(w) }) },
  { call: 'revokeGuestLink', request: (w) => ({ params: { ...list(w), code: w.guests } }) },
  { call: 'guestLink', request: (w) => ({ params: { code: w.guests } }) },
  {
    call: 'joinAsGuest',
    request: (w) => ({ params: { code: w.guests }, body: { name: 'Grandma', language: 'pl' } }),
  },
  { call: 'invites', request: (w) => ({ params: list(w) }) },
  { call: 'revokeInvite', request: (w) => ({ params: { ...list(w), code: w.invite } }) },
  { call: 'invite', request: (w) => ({ params: { code: w.invite } }) },
  {
    call: 'mailedInvite',
    request: (w) => ({ params: { code: w.mailed }, body: { proof: w.proof } }),
  },
  {
    call: 'registerInvited',
    request: (w) => ({
      params: { code: w.mailed },
      body: { proof: w.proof, password, name: 'Ola', language: 'pl', termsAccepted: true },
    }),
  },
  { call: 'acceptInvite', active: true, request: (w) => ({ params: { code: w.invite } }) },
  { call: 'askInvite', request: (w) => ({ params: { code: w.invite } }) },
  {
    call: 'admitInvited',
    request: (w) => ({ params: { ...list(w), code: hashCode(w.mailed) }, body: { email: w.askerEmail } }),
  },
  { call: 'takeOver', orphaned: true, request: (w) => ({ params: list(w) }) },
  { call: 'startTrip', request: (w) => ({ params: list(w), body: { shop: 'Lidl' } }) },
  { call: 'endTrip', request: (w) => ({ params: list(w) }) },
  { call: 'here', request: (w) => ({ params: list(w), body: { shopping: true } }) },
  { call: 'left', request: (w) => ({ params: list(w) }) },
  { call: 'templates', request: () => ({ query: { type: 'user', limit: '5' } }) },
  { call: 'searchTemplates', request: () => ({ query: { query: 'milk' } }) },
  { call: 'publicTemplates', request: () => ({ query: { language: 'pl' } }) },
  { call: 'searchPublicTemplates', request: () => ({ query: { query: 'coal' } }) },
  {
    call: 'publicTemplate',
    request: () => ({ params: { id: 'predefined-pizza' }, query: { language: 'pl' } }),
  },
  { call: 'readRecipe', request: () => ({ body: { text: '2 eggs\n100 g flour' } }) },
  { call: 'template', request: (w) => ({ params: { id: w.template } }) },
  {
    call: 'createTemplate',
    as: 'private',
    request: () => ({
      body: { templateName: 'New', description: 'x', difficulty: 'hard', image: 'pot.svg' },
    }),
  },
  {
    call: 'createTemplate',
    as: 'public',
    active: true,
    request: () => ({ body: { templateName: 'New', isPublic: true } }),
  },
  {
    call: 'createTemplate',
    as: 'from a list',
    rule: 'makeTemplate',
    request: (w) => ({ body: { templateName: 'New', fromList: w.list } }),
  },
  {
    call: 'updateTemplate',
    request: (w) => ({ params: { id: w.template }, body: { templateName: 'Other', isPublic: false } }),
  },
  {
    call: 'updateTemplate',
    as: 'public',
    active: true,
    request: (w) => ({ params: { id: w.template }, body: { isPublic: true } }),
  },
  { call: 'deleteTemplate', request: (w) => ({ params: { id: w.template } }) },
  {
    call: 'addTemplateProduct',
    request: (w) => ({ params: { id: w.template }, body: { productName: 'Bread', price: 3 } }),
  },
  {
    call: 'editTemplateProduct',
    request: (w) => ({
      params: { id: w.template, productId: w.templateProduct },
      body: { quantity: 3, category: 'Dairy' },
    }),
  },
  {
    call: 'deleteTemplateProduct',
    request: (w) => ({ params: { id: w.template, productId: w.templateProduct } }),
  },
  { call: 'convertTemplate', request: (w) => ({ params: { id: w.template }, body: { _list_name: 'Made' } }) },
  {
    call: 'mergeTemplate',
    as: 'into a list',
    request: (w) => ({ params: { id: 'predefined-pizza', listId: w.list } }),
  },
  {
    call: 'mergeTemplate',
    as: 'of a template',
    rule: 'own',
    request: (w) => ({ params: { id: w.template, listId: w.list } }),
  },
  { call: 'people', request: () => ({}) },
  { call: 'household', request: () => ({}) },
  { call: 'setHousehold', request: () => ({ body: { members: [] } }) },
  { call: 'settings', request: () => ({}) },
  {
    call: 'changeSettings',
    request: (w) => ({
      body: {
        lists: [{ id: w.list, pinned: true, usedAt: '2026-11-21T09:00:00.000Z' }],
        shops: [{ shop: 'Lidl', categories: ['Dairy', 'Fruit'] }],
      },
    }),
  },
  { call: 'push', request: () => ({}) },
  {
    call: 'setPush',
    request: () => ({
      params: { deviceId: 'phone-of-somebody' },
      body: {
        subscription: newSubscription(`https://push.example.org/${++count}`).subscription,
        language: 'pl',
        kinds: { shared: true, trips: true, added: false, done: false },
        lists: {},
        quiet: { from: '22:00', to: '07:00', timeZone: 'Europe/Warsaw' },
      },
    }),
  },
  { call: 'removePush', request: () => ({ params: { deviceId: 'phone-of-somebody' } }) },
  { call: 'categories', request: () => ({ query: { query: 'da' } }) },
  { call: 'shops', request: () => ({ query: {} }) },
  { call: 'products', request: () => ({ query: { query: 'milk' } }) },
  { call: 'priceHistory', request: () => ({ params: { productName: 'milk' } }) },
  { call: 'categoryKeywords', request: () => ({}) },
  { call: 'catalogue', request: () => ({ query: { language: 'pl' } }) },
  {
    call: 'createCategory',
    request: () => ({ body: { category_name: 'New', icon: 'pot.svg', keywords: ['x'] } }),
  },
  { call: 'updateCategory', request: (w) => ({ params: { id: w.category }, body: { keywords: ['y'] } }) },
  { call: 'deleteCategory', request: (w) => ({ params: { id: w.category } }) },
  { call: 'barcode', request: () => ({ params: { code: '5901234123457' } }) },
  {
    call: 'nameBarcode',
    request: () => ({ params: { code: '96385074' }, body: { productName: 'Gum', price: 2 } }),
  },
  { call: 'health', request: () => ({}) },
  { call: 'ready', request: () => ({}) },
  { call: 'metrics', request: (w) => ({ query: { token: w.startToken } }) },
  { call: 'contract', request: () => ({}) },
]

export function urlOf(call: CallName, { params = {}, query }: Good): string {
  const path = api[call].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path
}

export function send(server: TestServer, who: Person | null, call: CallName, good: Good): Promise<Reply> {
  const { method, rawBody }: Call = api[call]
  if (!good.file) return server.call(who, method, urlOf(call, good), good.body)
  const boundary = 'xxxxxxxxxxxx'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const form = Buffer.concat([Buffer.from(head), good.file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return server.app
    .inject({
      method,
      url: urlOf(call, good),
      headers: {
        'content-type': rawBody ? 'text/plain' : `multipart/form-data; boundary=${boundary}`,
        ...(who && { authorization: `Bearer ${who.access}` }),
      },
      payload: rawBody ? good.file : form,
    })
    .then((reply) => ({ status: reply.statusCode, body: reply.json() as unknown, headers: reply.headers }))
}
