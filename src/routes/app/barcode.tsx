import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ScanPage } from '../../scan/scan-page.tsx'

export interface BarcodeSearch {
  /** id of the list to scan products into */
  list?: string
}

export const Route = createFileRoute('/app/barcode')({
  staticData: { title: msg`Barcode scanner` },
  // Set the key even to undefined: the router keeps values of the URL that are not overwritten here.
  validateSearch: ({ list }: Record<string, unknown>): BarcodeSearch => ({
    list: typeof list === 'string' ? list : undefined,
  }),
  component: Barcode,
})

function Barcode() {
  const { list } = Route.useSearch()
  return <ScanPage key={list} listId={list} />
}
