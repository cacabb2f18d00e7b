/** What the screens and the server count in a list. */
interface Ticked {
  productStatus: boolean
}

export function checkedCount(products: readonly Ticked[]): number {
  return products.reduce((count, { productStatus }) => count + (productStatus ? 1 : 0), 0)
}

/** All bought, and there was something to buy. */
export function isComplete(products: readonly Ticked[]): boolean {
  return products.length > 0 && products.every(({ productStatus }) => productStatus)
}

export interface Group<P> {
  /** '' for products without a category */
  category: string
  products: P[]
}

/** Products by category in the order of the alphabet of `locale`, those without one at the end; order kept inside. */
export function groupByCategory<P extends { category_name: string }>(
  products: readonly P[],
  locale: string,
): Group<P>[] {
  const groups = new Map<string, P[]>()
  for (const product of products) {
    const key = product.category_name
    const group = groups.get(key)
    if (group) group.push(product)
    else groups.set(key, [product])
  }
  const compare = new Intl.Collator(locale).compare
  return [...groups]
    .map(([category, members]) => ({ category, products: members }))
    .toSorted((a, b) => (a.category === '' ? 1 : b.category === '' ? -1 : compare(a.category, b.category)))
}
