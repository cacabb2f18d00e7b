import type { FastifyInstance } from 'fastify'
import type { Insertable } from 'kysely'
import { type Field, limits } from '../core/entities.ts'
import { type FieldValue, parseField, parseProduct } from '../core/fields.ts'
import { toHundredths } from '../core/money.ts'
import { wordsKey } from '../core/text.ts'
import { categoriesOf } from './category-finder.ts'
import type { Trx } from './db/open.ts'
import type { TemplateProductTable } from './db/schema.ts'
import type { Deps } from './deps.ts'
import { invalid, problem } from './problem.ts'
import { roomOf } from './quota.ts'
import { writes } from './route.ts'
import { breath, sliceOf } from './slices.ts'
import { ownTemplate } from './template-queries.ts'

type Row = Insertable<TemplateProductTable>

export async function templateProductRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  writes(app, deps, 'addTemplateProduct', async (trx, { user, params, body }) => {
    const { id = deps.newId(), ...given } = body
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
    const { value } = parsed
    const categories = await categoriesOf(trx, user)
    const { category, productName } = value
    const found = category === undefined ? categories.of(productName) : categories.named(category)
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('template_product')
      .values({
        template_id: params.id,
        id,
        name: productName,
        name_norm: wordsKey(productName),
        quantity: toHundredths(value.quantity) ?? 100,
        unit: value.unit,
        price: value.price === undefined ? 1 : (toHundredths(value.price) ?? 1),
        price_unknown: value.price === undefined ? 1 : 0,
        category_id: found?.id ?? '',
        category: category ?? found?.category_name ?? '',
        icon: found?.icon ?? '',
        shop: value.shop ?? '',
        place: (last ?? 0) + 1,
      })
      // The same again, under its id, changes nothing.
      .onConflict((conflict) => conflict.columns(['template_id', 'id']).doNothing())
      .executeTakeFirstOrThrow()
    await count(trx, params.id, Number(added ?? 0))
    return { answer: { id } }
  })

  writes(app, deps, 'editTemplateProduct', async (trx, { user, params, body }) => {
    await ownTemplate(trx, user.id, params.id)
    const wrong: Record<string, string> = {}
    const changes: Partial<Row> = {}
    for (const [field, given] of Object.entries(body)) {
      const parsed = parseField(field as Field, given)
      if (parsed.ok) Object.assign(changes, column(field as Field, parsed.value))
      else wrong[field] = parsed.error
    }
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
    if (changes.category !== undefined) {
      const found = (await categoriesOf(trx, user)).named(changes.category)
      Object.assign(changes, { category_id: found?.id ?? '', icon: found?.icon ?? '' })
    }
    const { numUpdatedRows } = await trx
      .updateTable('template_product')
      .set(changes)
      .where('template_id', '=', params.id)
      .where('id', '=', params.productId)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw problem('notFound')
    return { answer: { id: params.productId } }
  })

  writes(app, deps, 'deleteTemplateProduct', async (trx, { user, params }) => {
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

function column(field: Field, value: FieldValue): Partial<Row> {
  const number = typeof value === 'number' ? (toHundredths(value) ?? 0) : 0
  switch (field) {
    case 'productName':
      return { name: String(value), name_norm: wordsKey(String(value)) }
    case 'quantity':
      return { quantity: number }
    case 'price':
      return { price: number, price_unknown: 0 }
    default:
      return { [field]: value }
  }
}

async function count(trx: Trx, templateId: string, more: number): Promise<void> {
  await trx
    .updateTable('template')
    .set((set) => ({ products: set('products', '+', more) }))
    .where('id', '=', templateId)
    .execute()
}

/** The products of a list, bought or not, in their order. */
export async function copyToTemplate(
  trx: Trx,
  deps: Deps,
  listId: string,
  template: { id: string; ownerId: string },
): Promise<void> {
  const products = await trx
    .selectFrom('product')
    .select(['name', 'name_norm', 'quantity', 'unit', 'price', 'price_unknown'])
    .select(['category_id', 'category', 'icon', 'shop'])
    .where('list_id', '=', listId)
    .where('deleted_at', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (products.length > (await roomOf(trx, template.ownerId, 'templates'))) throw problem('limitReached')
  const rows: Row[] = products.map((product, index) => ({
    ...product,
    template_id: template.id,
    id: deps.newId(),
    place: index + 1,
  }))
  for (let start = 0; start < rows.length; start += sliceOf) {
    await breath()
    await trx
      .insertInto('template_product')
      .values(rows.slice(start, start + sliceOf))
      .execute()
  }
  await count(trx, template.id, rows.length)
}
