import { createFileRoute } from '@tanstack/react-router'
import { ScanPage } from '../../scan/scan-page.tsx'

export interface BarcodeSearch {
  /** the list that is scanned for */
  list?: string
}

export const Route = createFileRoute('/app/barcode')({
  validateSearch: ({ list }: Record<string, unknown>): BarcodeSearch =>
    typeof list === 'string' ? { list } : {},
  component: Barcode,
})

function Barcode() {
  const { list } = Route.useSearch()
  return <ScanPage key={list} listId={list} />
}
