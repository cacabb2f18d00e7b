import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ReadPage } from '../../visitor/read-page.tsx'

export const Route = createFileRoute('/_outer/read/$hash')({
  staticData: { title: msg`Shared list`, frame: 'text' },
  component: Read,
})

function Read() {
  const { hash } = Route.useParams()
  return <ReadPage key={hash} hash={hash} />
}
