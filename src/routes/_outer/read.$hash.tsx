import { createFileRoute } from '@tanstack/react-router'
import { ReadPage } from '../../guest/read-page.tsx'

export const Route = createFileRoute('/_outer/read/$hash')({ component: Read })

function Read() {
  const { hash } = Route.useParams()
  return <ReadPage key={hash} hash={hash} />
}
