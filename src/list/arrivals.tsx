import { useEffect } from 'react'
import { hereAndAnywhere } from '../../core/product/list.ts'
import { takeArrivals, useArrivals } from '../state/lists/arrivals.ts'
import { changeView, restoreView, useListViews, viewOf, restoreShopping } from '../state/lists/view.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { focusRow, mark, markFound, reveal, watchFingers } from './rows/reveal.ts'

/** Scrolls to the last of these products and marks them all for a moment. */
export async function showProducts(ids: readonly string[]): Promise<void> {
  const last = ids.at(-1)
  if (last === undefined) return
  await reveal(last)
  mark(ids)
}

/**
 * Scrolls to products added on this device and marks them. The news line does this for products that others add.
 * `sought`: the name of a product that was searched for.
 */
export function Arrivals({ sought }: { sought: string | undefined }) {
  useEffect(watchFingers, [])
  useEffect(() => (sought === undefined ? undefined : showSought(sought)), [sought])
  useEffect(() => {
    const showNew = () => void showProducts(takeArrivals(useOpenList.getState().listId ?? ''))
    showNew()
    return useArrivals.subscribe(showNew)
  }, [])
  return null
}

/**
 * Waits until the list has a product of this name, then scrolls to it, marks all products of this name and focuses the
 * first one, those still to buy before bought ones. Returns the function that stops waiting and ends the marks.
 */
function showSought(name: string): () => void {
  let stop: () => void = () => undefined
  let over = false
  const look = () => {
    const { listId, order, products } = useOpenList.getState()
    const found = order
      .flatMap((id) => products.get(id) ?? [])
      .filter(({ productName }) => productName === name)
      .toSorted((a, b) => Number(a.productStatus) - Number(b.productStatus))
    const [first] = found
    if (!first || listId === null) return
    stop()
    // Shopping mode hides the product if another shop is chosen.
    const { shop } = viewOf(useListViews.getState(), listId)
    if (hereAndAnywhere([first], shop).length === 0) void changeView(listId, { shop: '' })
    stop = markFound(found.map(({ id }) => id))
    void reveal(first.id).then(() => focusRow(first.id))
  }
  const begin = () => {
    if (over) return
    stop = useOpenList.subscribe(look)
    look()
  }
  // The stored view and mode move the rows, so wait for both before scrolling.
  const { listId } = useOpenList.getState()
  Promise.all([restoreShopping(), restoreView(listId ?? '')]).then(begin, begin)
  return () => {
    over = true
    stop()
  }
}
