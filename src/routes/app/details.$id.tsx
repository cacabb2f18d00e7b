import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DetailPage } from '../../list/detail-page.tsx'

export interface DetailsSearch {
  /** the name of a product: its rows are scrolled to and marked */
  product?: string | undefined
}

export const Route = createFileRoute('/app/details/$id')({
  staticData: { title: msg`List details`, parent: '/app' },
  validateSearch: ({ product }: Record<string, unknown>): DetailsSearch => ({
    product: typeof product === 'string' ? product : undefined,
  }),
  component: Details,
})

function Details() {
  const { id } = Route.useParams()
  const { product } = Route.useSearch()
  return <DetailPage key={id} id={id} sought={product} />
}
