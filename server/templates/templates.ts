import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api, type Body } from '../../core/contract/api.ts'
import { isCurrency, pricedIn, usualCurrency } from '../../core/product/currency.ts'
import { type Difficulty, type Language, limits } from '../../core/product/entities.ts'
import { inPlace } from '../../core/product/list-copies.ts'
import type { ProductValue } from '../../core/product/table.ts'
import { parseTemplate } from '../../core/product/template-values.ts'
import { wordsKey } from '../../core/text/normalise.ts'
import { accessList } from '../lists/store/access.ts'
import { acceptedLanguage } from '../base/language.ts'
import { type Categories, categoriesOf, namedCategoriesOf, unread } from '../catalogue/category-finder.ts'
import type { Trx, Db } from '../db/open.ts'
import type { Services } from '../services/services.ts'
import { currencyOf } from '../lists/store/new-list.ts'
import { everybody } from '../lists/store/list-store.ts'
import { shareWithHousehold } from '../lists/store/members.ts'
import { pageOf, parseListName } from '../lists/rest/lists.ts'
import { noteChanges } from '../lists/store/push-notes.ts'
import { prepareAll, type Prepared, prepareList, storeNewList, storePrepared } from '../lists/rest/changes.ts'
import { invalid, problem } from '../base/problem.ts'
import { holdAccount, refuseFull } from '../limits/quota.ts'
import { answers, type Context, writes } from '../http/route.ts'
import { icons } from '../seed/catalogue.ts'
import { predefinedPrefix } from '../seed/templates.ts'
import type { SessionUser } from '../auth/session.ts'
import { copyToTemplate, fillTemplate, templateProductRoutes } from './template-products.ts'
import { ownTemplate, readTemplate, templatesOf, valuesOf } from './template-queries.ts'
import { fromHundredths } from '../../core/product/money.ts'
import { mergeTemplate } from '../../core/product/template-merge.ts'
import type { ProductChange } from '../../core/sync/change.ts'

export async function templateRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services

  for (const [call, inProducts] of [
    ['templates', false],
    ['searchTemplates', true],
  ] as const)
    answers(app, services, call, async ({ user, query, request }) => {
      const which = query.type ? [query.type] : (['user', 'predefined'] as const)
      const wanted = { which, words: query.query ?? '', inProducts, ...pageOf(query) }
      return templatesOf(db, user.id, languageOf(request, query), wanted)
    })

  for (const [call, inProducts] of [
    ['publicTemplates', false],
    ['searchPublicTemplates', true],
  ] as const)
    answers(app, services, call, async ({ query, request }) => {
      const which = query.type ? [query.type] : (['public', 'predefined'] as const)
      const wanted = { which, words: query.query ?? '', inProducts, ...pageOf(query) }
      return templatesOf(db, null, languageOf(request, query), wanted)
    })

  answers(app, services, 'publicTemplate', ({ params, query, request }) =>
    readTemplate(db, null, params.id, languageOf(request, query)),
  )

  answers(app, services, 'template', ({ user, params, query, request }) =>
    readTemplate(db, user.id, params.id, languageOf(request, query)),
  )

  const create = async (trx: Trx, { user, body }: Context<'createTemplate'>, categories: Categories) => ({
    answer: { id: await makeTemplate(trx, services, user, body, categories) },
  })
  writes(app, services, 'createTemplate', create, {
    prepare: async ({ user, body }) => (body.products ? categoriesOf(db, user) : unread),
  })

  writes(app, services, 'updateTemplate', async (trx, { user, params, body }) => {
    await ownTemplate(trx, user.id, params.id)
    await trx.updateTable('template').set(parse(user, body)).where('id', '=', params.id).execute()
    return { answer: { id: params.id } }
  })

  writes(app, services, 'deleteTemplate', async (trx, { user, params }) => {
    await ownTemplate(trx, user.id, params.id)
    // The row stays, so that its id is known as deleted; its products are removed.
    await trx.deleteFrom('template_product').where('template_id', '=', params.id).execute()
    await trx
      .updateTable('template')
      .set({ ...blank, products: 0, deleted_at: services.now() })
      .where('id', '=', params.id)
      .execute()
    return { answer: { id: params.id } }
  })

  await templateProductRoutes(app, services)

  const prepareMade = async ({ user, params, query, body, request }: Context<'convertTemplate'>) => {
    const given = body._list_name === undefined ? undefined : parseListName(body._list_name)
    const template = await valuesOf(db, user.id, params.id, languageOf(request, query))
    const isOurs = params.id.startsWith(predefinedPrefix)
    return prepareList(db, services, user, {
      name: given ?? template.name,
      // Ours have no prices.
      currency: isOurs ? await currencyOf(db, user.id) : template.currency,
      values: inPlace(template.products),
    })
  }
  const convert = async (trx: Trx, _context: Context<'convertTemplate'>, prepared: Prepared) => {
    const list = await storeNewList(trx, prepared)
    await shareWithHousehold(trx, list, services.now())
    await services.push.noteShared(trx, { listId: list.id, actorId: list.owner_id })
    return { answer: { id: list.id }, affected: { overview: await everybody(trx, list) } }
  }
  writes(app, services, 'convertTemplate', convert, { prepare: prepareMade })

  const prepare = async ({ user, params, query, request }: Context<'mergeTemplate'>) => {
    const { products, currency } = await valuesOf(db, user.id, params.id, languageOf(request, query))
    const list = await accessList(db, params.listId, user.id, api.mergeTemplate.who, 'read')
    const { adds, sets } = await mergeInto(db, list.id, pricedIn(list.currency, products, currency))
    if (list.living + adds.length > limits.productsInList) throw problem('limitReached')
    const changes = [...sets, ...adds.map((value) => added(services, value))]
    const prepared = await prepareAll(db, services, list, user, changes, await namedCategoriesOf(db, user))
    return { prepared, answer: { added: adds.length, merged: products.length - adds.length } }
  }
  type Merge = Awaited<ReturnType<typeof prepare>>
  const merge = async (trx: Trx, { user, params }: Context<'mergeTemplate'>, { prepared, answer }: Merge) => {
    const list = await accessList(trx, params.listId, user.id, api.mergeTemplate.who)
    const head = await storePrepared(trx, list, prepared)
    await noteChanges(services.push, trx, list, prepared.batch)
    if (head === list.head) return { answer, affected: {} }
    const pokes = [{ list: list.id, head, epoch: list.epoch }]
    return { answer, affected: { pokes, overview: await everybody(trx, list) } }
  }
  writes(app, services, 'mergeTemplate', merge, { prepare })
}

/** Makes a template, unless it was made before with this id, and returns its id. Throws what the call answers. */
export async function makeTemplate(
  trx: Trx,
  services: Services,
  user: SessionUser,
  body: Body<'createTemplate'>,
  categories: Categories,
): Promise<string> {
  const { id = services.newId(), fromList, products = [], ...given } = body
  const values = parse(user, given)
  if (fromList !== undefined && products.length > 0) throw invalid({ products: 'unknownField' })
  if (id.startsWith(predefinedPrefix)) throw problem('idTaken')
  await holdAccount(trx, user.id)
  const others = trx.selectFrom('template').where('owner_id', '=', user.id).where('id', '<>', id)
  await refuseFull(others.where('deleted_at', '=', 0), limits.templatesOfUser)
  const currency = await currencyOf(trx, user.id)
  const template = { ...blank, currency, ...values, id, owner_id: user.id, created_at: services.now() }
  const { numInsertedOrUpdatedRows: created } = await trx
    .insertInto('template')
    .values(template)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (!created) {
    const there = await trx.selectFrom('template').selectAll().where('id', '=', id).executeTakeFirst()
    if (there?.owner_id !== user.id) throw problem('idTaken')
    if (there.deleted_at > 0) throw problem('gone')
  } else if (fromList !== undefined) {
    const list = await accessList(trx, fromList, user.id, 'makeTemplate', 'read')
    await trx.updateTable('template').set({ currency: list.currency }).where('id', '=', id).execute()
    await copyToTemplate(trx, services, list.id, { id, ownerId: user.id })
  } else if (products.length > 0) {
    await fillTemplate(trx, services, products, { id, ownerId: user.id, categories })
  }
  return id
}

function added(services: Services, value: ProductValue) {
  return { op: 'add', rowId: services.newId(), value } as const
}

function languageOf(request: FastifyRequest, query: { language?: Language }): Language {
  return (
    query.language ?? request.user?.language ?? acceptedLanguage(request.headers['accept-language'] ?? '')
  )
}

const blank = {
  name: '',
  name_norm: '',
  description: '',
  difficulty: 'easy' as Difficulty,
  is_public: 0,
  image: 'basket.svg',
  currency: usualCurrency,
  portions: 0,
  source: '',
  deleted_at: 0,
}

interface Given {
  templateName?: string
  description?: string
  difficulty?: Difficulty
  isPublic?: boolean
  image?: string
  currency?: string
  portions?: number
  source?: string
}

function parse(user: SessionUser, { difficulty, isPublic, image, currency, ...given }: Given) {
  if (isPublic === true && user.status !== 'A') throw problem('accountNotActivated')
  const wrong: Record<string, string> = {}
  const values: Partial<typeof blank> = {}
  const { name, text, portions, source } = parseTemplate(given)
  if (name?.ok) Object.assign(values, { name: name.value, name_norm: wordsKey(name.value) })
  else if (name) wrong['templateName'] = name.error
  if (text?.ok) values.description = text.value
  else if (text) wrong['description'] = text.error
  if (portions?.ok) values.portions = portions.value
  else if (portions) wrong['portions'] = portions.error
  if (source?.ok) values.source = source.value
  else if (source) wrong['source'] = source.error
  if (image !== undefined) {
    if (icons.includes(image)) values.image = image
    else wrong['image'] = 'outOfRange'
  }
  if (currency !== undefined) {
    if (isCurrency(currency)) values.currency = currency
    else wrong['currency'] = 'outOfRange'
  }
  if (difficulty !== undefined) values.difficulty = difficulty
  if (isPublic !== undefined) values.is_public = isPublic ? 1 : 0
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return values
}

/** Splits the values of a template into products to add and quantities to change in this list. */
async function mergeInto(
  db: Db | Trx,
  listId: string,
  values: readonly ProductValue[],
): Promise<{ adds: ProductValue[]; sets: ProductChange[] }> {
  const unbought = await db
    .selectFrom('product')
    .select(['id', 'name as productName', 'unit', 'quantity', 'position'])
    .where('list_id', '=', listId)
    .where('deleted_at', '=', 0)
    .where('bought', '=', 0)
    .execute()
  const listed = unbought.map((row) => ({
    ...row,
    quantity: fromHundredths(row.quantity),
    productStatus: false,
  }))
  const { adds, sets } = mergeTemplate(listed, values)
  const field = 'quantity' as const
  return {
    adds,
    sets: sets.map(({ id, quantity }) => ({ op: 'set', rowId: id, field, value: quantity, baseVer: 0 })),
  }
}
