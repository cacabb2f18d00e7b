import { createFileRoute } from '@tanstack/react-router'
import { ScanPage } from '../../scan/scan-page.tsx'

export interface BarcodeSearch {
  /** the list that is scanned for */
  list?: string
}

export const Route = createFileRoute('/app/barcode')({
  // Named in any case: the router keeps what stands in the address and is not overwritten here.
  validateSearch: ({ list }: Record<string, unknown>): BarcodeSearch => ({
    list: typeof list === 'string' ? list : undefined,
  }),
  component: Barcode,
})

function Barcode() {
  const { list } = Route.useSearch()
  return <ScanPage key={list} listId={list} />
}
