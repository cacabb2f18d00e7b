import { sql } from 'kysely'
import type { Answer } from '../../../core/contract/api.ts'
import type { spendingKeys } from '../../../core/contract/money.ts'
import { notItemised, readerOf, shownCategory } from '../../../core/product/categories.ts'
import { shownCurrency } from '../../../core/product/currency.ts'
import type { PriceFor, Unit } from '../../../core/product/entities.ts'
import { fromHundredths } from '../../../core/product/money.ts'
import { shopKey } from '../../../core/product/prices.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { type Db, oneOf } from '../../db/open.ts'
import { boughtIn, spanOf, type Wanted } from './bought.ts'
import { deletedLists, editableLists, inGroups } from './readable-lists.ts'

const mostInPage = 100

/** What identifies a purchase, and its place in the order. */
interface Place {
  list_id: string
  product_id: string
  ticked_at: number
}

interface Row extends Place {
  ticked_by: string
  name: string
  price: number
  price_unknown: number
  quantity: number
  unit: Unit
  price_for: PriceFor
  shop: string
  category: string
  currency: string
}

interface WantedPurchases extends Wanted {
  by: (typeof spendingKeys)[number] | undefined
  key: string | undefined
  currency: string | undefined
  /** only what is after this place in the order */
  before: Place | null
}

/** Returns null if the text is no place of ours. */
export function readPlace(text: string): Place | null {
  const [, at, list_id = '', product_id = ''] = /^(\d{1,15})\.([\w-]{1,64})\.([\w-]{1,64})$/.exec(text) ?? []
  return at === undefined ? null : { ticked_at: Number(at), list_id, product_id }
}

const textOf = ({ list_id, product_id }: Place) => `${list_id}.${product_id}`

/** The newest first. Compared here and not by the databases, which sort texts differently. */
function inOrder(a: Place, b: Place): number {
  if (a.ticked_at !== b.ticked_at) return b.ticked_at - a.ticked_at
  return textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0
}

/** Returns a page of the purchases that one of the sums of `spending` consists of, and of those without a price. */
export async function purchases(
  db: Db,
  { by, key = '', currency, before, ...wanted }: WantedPurchases,
): Promise<Answer<'purchases'>> {
  const span = spanOf(wanted)
  if (!span) return { items: [] }
  if (before) span.until = Math.min(span.until, before.ticked_at + 1)
  const { account } = wanted
  const reader = readerOf(account.language)
  const deleted = await deletedLists(db, account.id)
  const lists = [...(await editableLists(db, account.id)), ...deleted]
  const ofList = key === '' ? deleted : lists.filter(({ id }) => id === key)
  const wantedShop = shopKey(key)
  const isOf = {
    shop: ({ shop }: Row) => shopKey(shop) === wantedShop,
    category: ({ category }: Row) => shownCategory({ category_name: category }, reader) === key,
    list: () => true,
    month: () => true,
  }[by ?? 'month']
  let page: Row[] = []
  for await (const rows of inGroups(db, by === 'list' ? ofList : lists, async (_, ids) => {
    const found = await sql<Row>`select * from ${boughtIn(ids, span)}`.execute(db)
    return found.rows
  })) {
    const fitting = rows.filter(
      (row) =>
        (currency === undefined || row.currency === currency) &&
        (!before || inOrder(before, row) < 0) &&
        isOf(row),
    )
    page = [...page, ...fitting].toSorted(inOrder).slice(0, mostInPage + 1)
  }
  const shown = page.slice(0, mostInPage)
  const names = await namesOf(
    db,
    shown.map(({ ticked_by }) => ticked_by),
  )
  const categoryOf = ({ category }: Row) => shownCategory({ category_name: category }, reader)
  const items = shown.map((row) => ({
    list: row.list_id,
    product: row.product_id,
    date: new Date(row.ticked_at).toISOString(),
    // What a till took beyond the prices is called what it is, and not after its total.
    productName: row.category === notItemised ? categoryOf(row) : row.name,
    quantity: fromHundredths(row.quantity),
    unit: row.unit,
    ...(row.price_unknown === 0 && { price: fromHundredths(row.price) }),
    ...(row.price_for !== 'unit' && { priceFor: row.price_for }),
    currency: shownCurrency(row.currency),
    shop_name: row.shop,
    category_name: categoryOf(row),
    tickedBy: names.get(row.ticked_by),
    ...(row.ticked_by === account.id && { mine: true as const }),
  }))
  const end = shown.at(-1)
  return page.length > mostInPage && end ? { items, next: `${end.ticked_at}.${textOf(end)}` } : { items }
}

/** Returns the names of these accounts as other members see them. */
async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const people = await db
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email'])
    .where('id', 'in', oneOf(ids))
    .execute()
  return new Map(people.map(({ id, ...named }) => [id, displayName(named)]))
}
