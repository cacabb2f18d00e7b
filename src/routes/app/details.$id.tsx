import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DetailPage } from '../../list/page/detail-page.tsx'
import type { OverList } from '../../list/state/use-over-list.ts'

export interface DetailsSearch extends OverList {
  /** the name of a product: its rows are scrolled to and marked */
  product?: string | undefined
  /** the field for a new product gets the focus */
  add?: true | undefined
}

/** The router reads a number as one, but who searches for 7 means the text. */
function textIn(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export const Route = createFileRoute('/app/details/$id')({
  staticData: { title: msg`List details`, parent: '/app' },
  // Set the keys even to undefined: the router keeps values of the URL that are not overwritten here.
  validateSearch: ({ product, q, sheet, add }: Record<string, unknown>): DetailsSearch => ({
    product: textIn(product),
    q: textIn(q),
    sheet: textIn(sheet),
    add: add === true || undefined,
  }),
  component: Details,
})

function Details() {
  const { id } = Route.useParams()
  const product = Route.useSearch({ select: (search) => search.product })
  const adds = Route.useSearch({ select: (search) => search.add === true })
  return <DetailPage key={id} id={id} sought={product} adds={adds} />
}
