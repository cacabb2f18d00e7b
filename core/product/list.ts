import { sortByAisle } from './aisles.ts'

/** What the screens and the server count in a list. */
interface Ticked {
  productStatus: boolean
}

export function checkedCount(products: readonly Ticked[]): number {
  return products.reduce((count, { productStatus }) => count + (productStatus ? 1 : 0), 0)
}

/** All bought, and there was something to buy. */
export function isComplete(products: readonly Ticked[] | ReadonlyMap<string, Ticked>): boolean {
  let some = false
  // Asked at every change of a list: it ends at the first one that is still to be bought.
  for (const { productStatus } of products.values()) {
    if (!productStatus) return false
    some = true
  }
  return some
}

export interface Group<P> {
  /** '' for products without a category */
  category: string
  products: P[]
}

/** Products by category in the `order` of a shop's aisles, those without one at the end; their order is kept inside. */
export function groupByCategory<P extends { category_name: string }>(
  products: readonly P[],
  locale: string,
  order: readonly string[] = [],
): Group<P>[] {
  const groups = new Map<string, P[]>()
  for (const product of products) {
    const key = product.category_name
    const group = groups.get(key)
    if (group) group.push(product)
    else groups.set(key, [product])
  }
  const found = [...groups].map(([category, members]) => ({ category, products: members }))
  return sortByAisle(found, order, locale)
}

/** How a list is shown while it is edited; nothing of it is written until 'save order'. */
export interface Arrangement {
  grouped: boolean
  /** own: by position; up and down: by name */
  sort: 'own' | 'up' | 'down'
}

export const ownOrder: Arrangement = { grouped: false, sort: 'own' }

interface Arranged {
  productName: string
  category_name: string
}

/** The products as they are shown, category first; one group without a name where nothing is grouped. */
export function arrange<P extends Arranged>(
  products: readonly P[],
  { grouped, sort }: Arrangement,
  locale: string,
  order: readonly string[] = [],
): Group<P>[] {
  const sorted = sort === 'own' ? products : sortByName(products, sort, locale)
  return grouped ? groupByCategory(sorted, locale, order) : [{ category: '', products: [...sorted] }]
}

/** By name as a person reads it (2 before 10); the same names keep their own order, whichever way. */
function sortByName<P extends Arranged>(products: readonly P[], sort: 'up' | 'down', locale: string): P[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = sort === 'up' ? 1 : -1
  return products.toSorted((a, b) => sign * compare(a.productName, b.productName))
}

/** What is bought in this shop and what may be bought anywhere; '' asks for everything. */
export function hereAndAnywhere<P extends { shop_name: string }>(
  products: readonly P[],
  shop: string,
): readonly P[] {
  if (shop === '') return products
  return products.filter(({ shop_name }) => shop_name === '' || shop_name === shop)
}
