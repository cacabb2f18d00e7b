import type { Selectable } from 'kysely'
import { asLastKnown } from '../../core/product/list-copies.ts'
import { shownCurrency, usualCurrency } from '../../core/product/currency.ts'
import { type Language, usualLanguage } from '../../core/text/language.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { shownOf } from '../../core/product/fields.ts'
import { initialValues, type ProductValue, templateFields } from '../../core/product/table.ts'
import { hasWords } from '../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../core/text/normalise.ts'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import type { TemplateProductTable, TemplateTable } from '../db/schema.ts'
import { problem } from '../base/problem.ts'
import { shownFields, valueOfRow } from '../lists/store/field-columns.ts'
import { yieldToEventLoop, chunkSize } from '../db/chunks.ts'
import { having } from '../catalogue/search.ts'
import { predefinedPrefix, type PredefinedTemplate, predefinedTemplates } from '../seed/templates.ts'

export interface TemplateQuery {
  which: readonly Template['type'][]
  /** search words, matched as prefixes of words in the name; with `inProducts` also in product names */
  words: string
  inProducts: boolean
  page: number
  limit: number
}

type Ours = PredefinedTemplate['products'][number]
type TemplateRow = Selectable<TemplateTable> & { author_name: string; author_surname: string }

/** The creation date shown for predefined templates. */
const written = '2026-11-01T00:00:00.000Z'
const ourName = 'Koszyk'

/** Returns one page: users' templates, newest first, then predefined ones. Without an account, only public ones. */
export async function templatesOf(
  db: Db,
  accountId: string | null,
  language: Language,
  { which, words, inProducts, page, limit }: TemplateQuery,
): Promise<{ items: Template[]; total: number }> {
  const searched = searchWords(words)
  const ours = which.includes('predefined')
    ? predefinedTemplates(language).filter((template) => matches(template, searched, inProducts))
    : []
  const all = await candidates(db, accountId, which)
  const found = inProducts
    ? await having(db, 'template_product', all, searched)
    : all.filter(({ name_norm }) => hasWords(name_norm, searched))
  const offset = (page - 1) * limit
  const ids = found.slice(offset, offset + limit).map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await stored(db)
          .where('template.id', 'in', oneOf(ids))
          .orderBy('template.created_at', 'desc')
          .orderBy('template.id', 'desc')
          .execute()
  const items = rows.map((row) => toTemplate(row, accountId))
  const start = Math.max(0, offset - found.length)
  const rest = ours.slice(start, start + limit - items.length)
  return { items: [...items, ...rest.map(fromOurs)], total: found.length + ours.length }
}

/** Returns users' templates of the requested kinds, newest first, without their products. */
async function candidates(db: Db, accountId: string | null, which: TemplateQuery['which']) {
  const isOwn = which.includes('user') && accountId !== null
  if (!isOwn && !which.includes('public')) return []
  return db
    .selectFrom('template')
    .innerJoin('account', 'account.id', 'template.owner_id')
    .select(['template.id', 'template.name_norm', 'template.products as living'])
    .where('template.deleted_at', '=', 0)
    .$if(isOwn, (query) => query.where('owner_id', '=', accountId))
    .$if(!isOwn, (query) => query.where('is_public', '=', 1).where('account.status', '=', 'A'))
    .$if(!isOwn && accountId !== null, (query) => query.where('owner_id', '<>', accountId))
    .orderBy('template.created_at', 'desc')
    .orderBy('template.id', 'desc')
    .execute()
}

/** Returns the template with its products in order. Throws notFound, also for one that the account may not see. */
export async function readTemplate(
  db: Db,
  accountId: string | null,
  id: string,
  language: Language,
): Promise<Template> {
  const ours = predefinedTemplates(language).find((template) => template.id === id)
  if (ours)
    return {
      ...fromOurs(ours),
      products: ours.products.map(({ id: key, ...product }) => ({
        id: key,
        ...shownOf(templateFields, valueOfOurs(product)),
        priceUnknown: true,
        category_id: product.product.category.id,
        icon: product.product.category.icon,
      })),
    }
  const row = await visible(db, accountId, id)
  const products = await productsOf(db, id)
  return {
    ...toTemplate({ ...row, products: products.length }, accountId),
    products: products.map(toTemplateProduct),
  }
}

/** Returns the name and the products for a list made from this template. */
export async function valuesOf(
  db: Db | Trx,
  accountId: string,
  id: string,
  language: Language,
): Promise<{ name: string; products: ProductValue[]; currency: string }> {
  const ours = predefinedTemplates(language).find((template) => template.id === id)
  if (ours)
    return {
      name: ours.templateName,
      products: ours.products.map(valueOfOurs),
      currency: usualCurrency, // of no prices
    }
  const { name, currency, created_at } = await visible(db, accountId, id)
  const products = await productsOf(db, id)
  return {
    name,
    products: asLastKnown(
      products.map((product) => valueOfRow(templateFields, product)),
      created_at,
    ),
    currency,
  }
}

function valueOfOurs({ product, quantity, unit }: Omit<Ours, 'id'>): ProductValue {
  const { productName, category } = product
  return { ...initialValues, productName, quantity, unit, category: category.category_name }
}

/** Returns a stored template that this account may see; without an account, a public one. Throws notFound otherwise. */
export async function visible(db: Db | Trx, accountId: string | null, id: string): Promise<TemplateRow> {
  const row = await stored(db)
    .where('template.id', '=', id)
    .where((where) =>
      where.or([
        // Public templates are hidden while their author's account awaits deletion.
        where.and([where('is_public', '=', 1), where('account.status', '=', 'A')]),
        ...(accountId === null ? [] : [where('owner_id', '=', accountId)]),
      ]),
    )
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}

/** Throws unless the account owns the template: forbidden if it may see it, else notFound. */
export async function ownTemplate(trx: Trx, accountId: string, id: string): Promise<void> {
  if (id.startsWith(predefinedPrefix)) {
    await valuesOf(trx, accountId, id, usualLanguage)
    throw problem('forbidden')
  }
  const template = await visible(trx, accountId, id)
  if (template.owner_id !== accountId) throw problem('forbidden')
}

function stored(db: Db | Trx) {
  return db
    .selectFrom('template')
    .innerJoin('account', 'account.id', 'template.owner_id')
    .selectAll('template')
    .select(['account.name as author_name', 'account.surname as author_surname'])
    .where('template.deleted_at', '=', 0)
}

/** Reads the products in slices; changes made meanwhile may or may not be included. */
async function productsOf(db: Db | Trx, id: string): Promise<Selectable<TemplateProductTable>[]> {
  const products: Selectable<TemplateProductTable>[] = []
  for (let last = { place: 0, id: '' }; ; await yieldToEventLoop()) {
    const rows = await db
      .selectFrom('template_product')
      .selectAll()
      .where('template_id', '=', id)
      .where((where) => where(where.refTuple('place', 'id'), '>', where.tuple(last.place, last.id)))
      .orderBy('place')
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    products.push(...rows)
    const end = rows.at(-1)
    if (!end || rows.length < chunkSize) return products
    last = end
  }
}

function toTemplate(row: TemplateRow, accountId: string | null): Template {
  return {
    id: row.id,
    templateName: row.name,
    description: row.description,
    // Must not contain any part of the email address: everybody can read public templates.
    author: `${row.author_name} ${row.author_surname}`.trim(),
    type: row.owner_id === accountId ? 'user' : 'public',
    isPublic: row.is_public === 1,
    difficulty: row.difficulty,
    image: row.image,
    currency: shownCurrency(row.currency),
    date: new Date(row.created_at).toISOString(),
    productCount: row.products,
    ...(row.portions > 0 && { portions: row.portions }),
    ...(row.source !== '' && { source: row.source }),
  }
}

function toTemplateProduct(row: Selectable<TemplateProductTable>) {
  return { id: row.id, ...shownFields(templateFields, row) }
}

function fromOurs(template: PredefinedTemplate): Template {
  const { id, templateName, description, difficulty, image, products } = template
  return {
    id,
    templateName,
    description,
    author: ourName,
    type: 'predefined',
    isPublic: true,
    difficulty,
    image,
    date: written,
    productCount: products.length,
  }
}

function matches(template: PredefinedTemplate, words: readonly string[], inProducts: boolean): boolean {
  return words.every(
    (word) =>
      hasWords(wordsKey(template.templateName), [word]) ||
      (inProducts && template.products.some(({ product }) => hasWords(product.words, [word]))),
  )
}
