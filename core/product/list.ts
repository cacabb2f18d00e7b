import { sortByAisle } from './aisles.ts'

/** What both the screens and the server count. */
interface Ticked {
  productStatus: boolean
}

export function checkedCount(products: readonly Ticked[]): number {
  return products.reduce((count, { productStatus }) => count + (productStatus ? 1 : 0), 0)
}

/** Returns whether all products are bought and there is at least one. */
export function isComplete(products: readonly Ticked[] | ReadonlyMap<string, Ticked>): boolean {
  let some = false
  // Runs at every change of a list, so it stops at the first unbought product.
  for (const { productStatus } of products.values()) {
    if (!productStatus) return false
    some = true
  }
  return some
}

/** Returns whether there is nothing left to buy, also because there is nothing at all. */
export function isNothingLeft(products: ReadonlyMap<string, Ticked>): boolean {
  return products.size === 0 || isComplete(products)
}

export interface Group<P> {
  /** '' for products without a category */
  category: string
  products: P[]
}

/**
 * Groups products by category in the `order` of a shop's aisles, those without one last. Keeps the order inside a
 * group.
 */
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
  const aisles = [...groups].map(([category, members]) => ({ category, products: members }))
  return sortByAisle(aisles, order, locale)
}

/** How a list is shown while it is edited; nothing of it is stored until 'save order'. */
export interface Arrangement {
  grouped: boolean
  /** own: by position; up and down: by name */
  sort: 'own' | 'up' | 'down'
}

/** The arrangement of a list until the user chooses another one. */
export const firstArrangement: Arrangement = { grouped: true, sort: 'own' }

interface Arranged {
  productName: string
  category_name: string
}

/** Arranges products for display, by category first. Returns one group without a name if they are not grouped. */
export function arrange<P extends Arranged>(
  products: readonly P[],
  { grouped, sort }: Arrangement,
  locale: string,
  order: readonly string[] = [],
): Group<P>[] {
  const sorted = sort === 'own' ? products : sortByName(products, sort, locale)
  return grouped ? groupByCategory(sorted, locale, order) : [{ category: '', products: [...sorted] }]
}

/** Sorts by name as a person reads it (2 before 10). Equal names keep their order in both directions. */
function sortByName<P extends Arranged>(products: readonly P[], sort: 'up' | 'down', locale: string): P[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = sort === 'up' ? 1 : -1
  return products.toSorted((a, b) => sign * compare(a.productName, b.productName))
}

/** Returns the products for this shop and those without a shop; for '', all products. */
export function hereAndAnywhere<P extends { shop_name: string }>(
  products: readonly P[],
  shop: string,
): readonly P[] {
  if (shop === '') return products
  return products.filter(({ shop_name }) => shop_name === '' || shop_name === shop)
}
