import { createFileRoute } from '@tanstack/react-router'
import { ScanPage } from '../../scan/scan-page.tsx'

export interface BarcodeSearch {
  /** the list that is scanned for */
  list?: string
}

export const Route = createFileRoute('/app/barcode')({
  // Always set, even to undefined: the router keeps what is in the URL and not overwritten here.
  validateSearch: ({ list }: Record<string, unknown>): BarcodeSearch => ({
    list: typeof list === 'string' ? list : undefined,
  }),
  component: Barcode,
})

function Barcode() {
  const { list } = Route.useSearch()
  return <ScanPage key={list} listId={list} />
}
