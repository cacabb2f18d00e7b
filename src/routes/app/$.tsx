import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../frame/pages/messages.tsx'

export const Route = createFileRoute('/app/$')({
  staticData: { title: msg`Page not found` },
  component: NotFoundPage,
})
