import type { FastifyInstance } from 'fastify'
import type { Insertable } from 'kysely'
import { limits } from '../../core/product/entities.ts'
import { forOne } from '../../core/product/money.ts'
import { hasShopOfTrip } from '../../core/product/trip.ts'
import { type Field, templateFields } from '../../core/product/table.ts'
import { parseField, parseProduct } from '../../core/product/fields.ts'
import { bytesOf, noteWritten } from '../limits/daily-quota.ts'
import { type Categories, categoriesOf, namedCategoriesOf, unread } from '../catalogue/category-finder.ts'
import type { Trx } from '../db/open.ts'
import type { TemplateProductTable } from '../db/schema.ts'
import type { Services } from '../services/services.ts'
import { invalid, problem } from '../base/problem.ts'
import { type FieldRow, newFields, templateColumns, writeField } from '../lists/store/field-columns.ts'
import { fieldVersions } from '../lists/store/stamps.ts'
import { roomOf } from '../limits/quota.ts'
import { writes, type Context } from '../http/route.ts'
import { yieldToEventLoop, chunkSize } from '../db/chunks.ts'
import { ownTemplate } from './template-queries.ts'

type Row = Insertable<TemplateProductTable>

export async function templateProductRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const add = async (
    trx: Trx,
    { user, params, body }: Context<'addTemplateProduct'>,
    categories: Categories,
  ) => {
    const { id = services.newId(), ...given } = body
    await ownTemplate(trx, user.id, params.id)
    const parsed = parseProduct(given)
    if (!parsed.ok) throw invalid(parsed.errors)
    const room = await roomOf(trx, user.id, 'templates')
    const { products, last } = await trx
      .selectFrom('template')
      .select((select) => [
        'products',
        select
          .selectFrom('template_product')
          .select((inner) => inner.fn.max('place').as('last'))
          .where('template_id', '=', params.id)
          .as('last'),
      ])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    if (products >= limits.productsInList || room <= 0) throw problem('limitReached')
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('template_product')
      .values({
        ...newFields(templateFields, parsed.value, categories),
        template_id: params.id,
        id,
        place: (last ?? 0) + 1,
      })
      // A repeated add with the same id changes nothing.
      .onConflict((conflict) => conflict.columns(['template_id', 'id']).doNothing())
      .executeTakeFirstOrThrow()
    await count(trx, params.id, Number(added ?? 0))
    return { answer: { id } }
  }
  writes(app, services, 'addTemplateProduct', add, { prepare: ({ user }) => categoriesOf(services.db, user) })

  writes(app, services, 'editTemplateProduct', async (trx, { user, params, body }) => {
    await ownTemplate(trx, user.id, params.id)
    const wrong: Record<string, string> = {}
    const changes: Partial<FieldRow> = {}
    const categories = body.category === undefined ? unread : await namedCategoriesOf(trx, user)
    for (const field of templateFields) {
      if (!Object.hasOwn(body, field)) continue
      const parsed = parseField(field, body[field])
      if (parsed.ok) writeField(changes, field, parsed.value, categories)
      else wrong[field] = parsed.error
    }
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
    const { numUpdatedRows } = await trx
      .updateTable('template_product')
      .set(changes)
      .where('template_id', '=', params.id)
      .where('id', '=', params.productId)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw problem('notFound')
    return { answer: { id: params.productId } }
  })

  writes(app, services, 'deleteTemplateProduct', async (trx, { user, params }) => {
    await ownTemplate(trx, user.id, params.id)
    const { numDeletedRows } = await trx
      .deleteFrom('template_product')
      .where('template_id', '=', params.id)
      .where('id', '=', params.productId)
      .executeTakeFirstOrThrow()
    await count(trx, params.id, -Number(numDeletedRows))
    return { answer: { id: params.productId } }
  })
}

async function count(trx: Trx, templateId: string, more: number): Promise<void> {
  await trx
    .updateTable('template')
    .set((set) => ({ products: set('products', '+', more) }))
    .where('id', '=', templateId)
    .execute()
}

/** Adds the first products of a new template. */
export async function fillTemplate(
  trx: Trx,
  services: Services,
  products: readonly unknown[],
  { id, ownerId, categories }: { id: string; ownerId: string; categories: Categories },
): Promise<void> {
  if (products.length > (await roomOf(trx, ownerId, 'templates'))) throw problem('limitReached')
  const rows = products.map((product, index): Row => {
    const { id: productId = services.newId(), ...given } = product as { id?: string }
    const parsed = parseProduct(given)
    if (!parsed.ok) throw invalid(parsed.errors)
    const fields = newFields(templateFields, parsed.value, categories)
    return { ...fields, template_id: id, id: productId, place: index + 1 }
  })
  if (new Set(rows.map((row) => row.id)).size < rows.length) throw invalid({ products: 'invalidType' })
  await store(trx, id, rows)
}

/** Copies the products of a list, bought or not, in their order into a template. */
export async function copyToTemplate(
  trx: Trx,
  services: Services,
  listId: string,
  template: { id: string; ownerId: string },
): Promise<void> {
  const products = await trx
    .selectFrom('product')
    .select(templateColumns)
    .select(['last_price', 'bought', 'ver', 'field_ver'])
    .where('list_id', '=', listId)
    .where('deleted_at', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (products.length > (await roomOf(trx, template.ownerId, 'templates'))) throw problem('limitReached')
  const rows: Row[] = products.map(({ last_price, bought, ver, field_ver, ...product }, index) => ({
    ...product,
    // As `copiesOf` and `forTemplate` in core do.
    ...(hasShopOfTrip({
      productStatus: bought === 1,
      ver,
      fieldVer: fieldVersions<Field>({ ver, fieldVer: JSON.parse(field_ver) }, ['shop', 'productStatus']),
    }) && { shop: '' }),
    ...(product.price_unknown === 1 &&
      last_price !== 0 && {
        price: last_price,
        price_unknown: 0,
        price_for: forOne(product.unit),
      }),
    template_id: template.id,
    id: services.newId(),
    place: index + 1,
  }))
  await store(trx, template.id, rows)
}

async function store(trx: Trx, templateId: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += chunkSize) {
    await yieldToEventLoop()
    const some = rows.slice(start, start + chunkSize)
    await trx.insertInto('template_product').values(some).execute()
    noteWritten(trx, bytesOf(some))
  }
  await count(trx, templateId, rows.length)
}
