import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../core/contract/api.ts'
import { type Categorised, type Reader, readerOf, shownCategory } from '../../core/product/categories.ts'
import { shownCurrency } from '../../core/product/currency.ts'
import type { Language } from '../../core/product/entities.ts'
import { fromHundredths } from '../../core/product/money.ts'
import { accessList } from '../lists/store/access.ts'
import { changesBy } from '../lists/store/change-log.ts'
import { purchasesIn } from '../lists/purchases/purchase-rows.ts'
import { deletedLists, editableLists } from '../lists/purchases/readable-lists.ts'
import { guestLinksOf } from '../lists/store/guest-rows.ts'
import { openInvites } from '../lists/store/invite-rows.ts'
import { sessionsOf } from './account-sessions.ts'
import { emailChangeOf } from './email-change-rows.ts'
import { readAvatar } from '../files/avatars.ts'
import type { Db } from '../db/open.ts'
import type { Services } from '../services/services.ts'
import { wholeList, withTicks } from '../lists/store/list-queries.ts'
import { ProblemError } from '../base/problem.ts'
import { answers } from '../http/route.ts'
import { pushDevicesOf } from './push-devices.ts'
import { tokensOf } from './tokens.ts'
import { waysInOf } from './ways-in.ts'
import { settingsOf } from './settings.ts'
import type { SessionUser } from '../auth/session.ts'
import { householdOf, membersOf } from '../lists/store/members.ts'
import { yieldToEventLoop, chunkSize } from '../db/chunks.ts'
import { readTemplate } from '../templates/template-queries.ts'

type Export = Answer<'exportMe'>

/** Serves everything that is stored about the account as one JSON file. */
export async function exportRoutes(app: FastifyInstance, services: Services): Promise<void> {
  answers(app, services, 'exportMe', async ({ user, reply }) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="koszyk.json"')
      .type('application/json; charset=utf-8')
      .send(Readable.from(inQueue(services, user))),
  )
}

/** Limits how many exports of one account run at once; the others wait until one has been read. */
async function* inQueue(services: Services, user: SessionUser): AsyncGenerator<string> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  await new Promise<void>((begin, refused) => {
    services
      .inQueueOf(`export ${user.id}`, () => {
        begin()
        return over
      })
      .catch(refused)
  })
  try {
    yield* written(services, user)
  } finally {
    end()
  }
}

/** Writes list by list, so that 1 000 long lists are never in memory together. */
async function* written(services: Services, user: SessionUser): AsyncGenerator<string> {
  yield JSON.stringify(await aboutAccount(services, user)).slice(0, -1)
  const { id, language } = user
  yield* array('lists', inWords(ownLists(services, id), language))
  yield* array('sharedWithMe', inWords(foreignLists(services, id), language))
  yield* array('templates', inWords(ownTemplates(services, user), language))
  yield* array('changes', ownChanges(services, user))
  yield* array('purchases', ownPurchases(services, user))
  yield '}\n'
}

/** Translates the categories of the products into the reader's language. */
async function* inWords<T extends { products?: Categorised[] }>(
  items: AsyncIterable<T>,
  language: Language,
): AsyncGenerator<T> {
  const reader = readerOf(language)
  for await (const item of items) {
    const products = item.products?.map((product) => ({
      ...product,
      category_name: shownCategory(product, reader),
    }))
    yield products ? { ...item, products } : item
  }
}

type Long = 'lists' | 'sharedWithMe' | 'templates' | 'changes' | 'purchases'

async function* array<N extends Long>(
  name: N,
  items: AsyncIterable<Export[N][number]>,
): AsyncGenerator<string> {
  let before = `,"${name}":[`
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

async function aboutAccount({ db, now }: Services, user: SessionUser): Promise<Omit<Export, Long>> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email', 'city', 'image_name', 'language', 'name', 'status', 'surname'])
    .select(['created_at', 'terms_at'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { image_name, created_at, terms_at, ...profile } = account
  const picture = await readAvatar(db, image_name)
  return {
    version: 1,
    exportedAt: new Date(now()).toISOString(),
    profile: {
      ...profile,
      imageName: image_name || null,
      createdAt: new Date(created_at).toISOString(),
      termsAcceptedAt: new Date(terms_at).toISOString(),
    },
    avatar: picture ? `data:image/webp;base64,${picture.toString('base64')}` : null,
    emailChange: await emailChangeOf(db, user.id, now()),
    sessions: await sessionsOf(db, user.id, user.sessionId, now()),
    settings: await settingsOf(db, user.id),
    tokens: await tokensOf(db, user.id),
    waysIn: await waysInOf(db, user.id),
    notifications: await pushDevicesOf(db, user.id, user.sessionId, now()),
    household: (await householdOf(db, user.id)).members.map(({ name, permission }) => ({ name, permission })),
    categories: await ownCategories(db, user.id),
    barcodes: await ownBarcodes(db, user.id),
    trips: await ownTrips(db, user.id),
  }
}

async function ownTrips(db: Db, accountId: string): Promise<Export['trips']> {
  const trips = await db
    .selectFrom('trip')
    .select(['list_id', 'shop', 'started_at'])
    .where('account_id', '=', accountId)
    .orderBy('list_id')
    .execute()
  return trips.map(({ list_id: list, shop, started_at }) => ({
    list,
    shop,
    startedAt: new Date(started_at).toISOString(),
  }))
}

async function ownCategories(db: Db, accountId: string): Promise<Export['categories']> {
  const rows = await db
    .selectFrom('category')
    .select(['name', 'icon', 'keywords'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ name, icon, keywords }) => ({
    category_name: name,
    icon,
    keywords: JSON.parse(keywords) as string[],
  }))
}

async function ownBarcodes(db: Db, accountId: string): Promise<Export['barcodes']> {
  const barcodes: Export['barcodes'] = []
  for (let last = ''; ; await yieldToEventLoop()) {
    const rows = await db
      .selectFrom('barcode')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('code', '>', last)
      .orderBy('code')
      .limit(chunkSize)
      .execute()
    for (const { code, name, unit, category, price, price_unknown, currency } of rows)
      barcodes.push({
        code,
        productName: name,
        unit,
        category,
        price: price_unknown === 1 ? null : fromHundredths(price),
        currency: shownCurrency(currency),
      })
    const end = rows.at(-1)
    if (!end || rows.length < chunkSize) return barcodes
    last = end.code
  }
}

function ownListIds(db: Db, accountId: string) {
  return db
    .selectFrom('list')
    .select('id')
    .where('owner_id', '=', accountId)
    .where('deleted_at', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function foreignListIds(db: Db, accountId: string) {
  return db
    .selectFrom('list')
    .innerJoin('member', 'member.list_id', 'list.id')
    .select('list.id')
    .where('member.account_id', '=', accountId)
    .where('list.deleted_at', '=', 0)
    .orderBy('list.created_at')
    .orderBy('list.id')
    .execute()
}

const time = (at: number) => new Date(at).toISOString()

async function* ownLists({ db, now }: Services, accountId: string): AsyncGenerator<Export['lists'][number]> {
  for (const { id } of await ownListIds(db, accountId)) {
    const list = await stillThere(db, id, accountId)
    if (!list) continue
    const members = (await membersOf(db, id)).map(({ email: _, ...named }) => named)
    const invites = (await openInvites(db, id, now())).map(({ permission, created_at, expires_at }) => ({
      permission,
      createdAt: time(created_at),
      expiresAt: time(expires_at),
    }))
    const guestLinks = (await guestLinksOf(db, id)).map(({ name, permission, guests, ...link }) => ({
      ...(name !== '' && { name }),
      permission,
      createdAt: time(link.created_at),
      expiresAt: time(link.expires_at),
      revokedAt: link.revoked_at === 0 ? null : time(link.revoked_at),
      guests,
    }))
    yield { ...list, members, invites, guestLinks }
  }
}

async function* foreignLists(
  { db }: Services,
  accountId: string,
): AsyncGenerator<Export['sharedWithMe'][number]> {
  for (const { id } of await foreignListIds(db, accountId)) {
    const list = await stillThere(db, id, accountId)
    if (!list) continue
    const { owner, ...whole } = list
    yield { ...whole, owner: owner?.name ?? '' }
  }
}

/** Returns the list, or null if it was deleted or unshared while the file was being written. */
async function stillThere(db: Db, id: string, accountId: string) {
  await yieldToEventLoop()
  return orGone(
    wholeList(db, { id: accountId }, () => accessList(db, id, accountId, 'see', 'read'), withTicks),
  )
}

/** Returns null if the list was deleted or unshared while the file was being written. */
function orGone<T>(list: Promise<T>): Promise<T | null> {
  return list.catch((error: unknown) => {
    if (error instanceof ProblemError) return null
    throw error
  })
}

async function* ownChanges(
  { db, now }: Services,
  { id: accountId, language }: SessionUser,
): AsyncGenerator<Export['changes'][number]> {
  const reader = readerOf(language)
  const lists = [...(await ownListIds(db, accountId)), ...(await foreignListIds(db, accountId))]
  for (const { id: list } of lists) {
    await yieldToEventLoop()
    if (!(await orGone(accessList(db, list, accountId, 'see', 'read')))) continue
    for await (const { from, to, ...change } of changesBy(db, accountId, list, now()))
      yield {
        list,
        ...change,
        ...(from !== undefined && { from: valueInWords(change.field, from, reader) }),
        ...(to !== undefined && { to: valueInWords(change.field, to, reader) }),
      }
  }
}

async function* ownPurchases(
  { db }: Services,
  { id: accountId, language }: SessionUser,
): AsyncGenerator<Export['purchases'][number]> {
  const reader = readerOf(language)
  const lists = [...(await editableLists(db, accountId)), ...(await deletedLists(db, accountId))]
  for (const { id: list } of lists)
    for await (const row of purchasesIn(db, list))
      yield {
        list,
        date: time(row.ticked_at),
        productName: row.name,
        ...(row.price_unknown === 0 && { price: fromHundredths(row.price) }),
        quantity: fromHundredths(row.quantity),
        unit: row.unit,
        ...(row.price_for !== 'unit' && { priceFor: row.price_for }),
        category_name: shownCategory({ category_name: row.category }, reader),
        shop_name: row.shop,
        currency: shownCurrency(row.currency),
      }
}

type Change = Export['changes'][number]

/** Translates the category in a changed value into the reader's language. */
function valueInWords<V extends NonNullable<Change['from']>>(
  field: Change['field'],
  value: V,
  reader: Reader,
): V {
  if (field === 'category') return shownCategory({ category_name: String(value) }, reader) as V
  if (typeof value !== 'object' || value.category === undefined) return value
  return { ...value, category: shownCategory({ category_name: value.category }, reader) }
}

async function* ownTemplates(
  { db }: Services,
  user: SessionUser,
): AsyncGenerator<Export['templates'][number]> {
  const templates = await db
    .selectFrom('template')
    .select('id')
    .where('owner_id', '=', user.id)
    .where('deleted_at', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const { id } of templates) {
    await yieldToEventLoop()
    yield readTemplate(db, user.id, id, user.language)
  }
}
