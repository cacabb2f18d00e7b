import type { ProductView } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { Printed, PrintSheet } from '../../ui/print/print-sheet.tsx'
import { useSteadyAisles } from '../rows/use-items.ts'

/** The whole list for the printer, since the page renders only the rows in view. */
export function PrintList() {
  return <Printed draw={sheetNow} />
}

function sheetNow() {
  const { list, order, products } = useOpenList.getState()
  return <Sheet name={list?.listName ?? ''} products={order.flatMap((id) => products.get(id) ?? [])} />
}

function Sheet({ name, products }: { name: string; products: readonly ProductView[] }) {
  return <PrintSheet name={name} products={products} aisles={useSteadyAisles(products, '')} />
}
