import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TemplatePage } from '../../templates/template-page.tsx'

export const Route = createFileRoute('/app/template/$id')({
  staticData: { title: msg`Template details`, parent: '/app/templates', onServer: true },
  component: Template,
})

function Template() {
  const { id } = Route.useParams()
  return <TemplatePage key={id} id={id} />
}
