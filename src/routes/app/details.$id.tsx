import { createFileRoute } from '@tanstack/react-router'
import { DetailPage } from '../../list/detail-page.tsx'

export const Route = createFileRoute('/app/details/$id')({ component: Details })

function Details() {
  const { id } = Route.useParams()
  return <DetailPage key={id} id={id} />
}
