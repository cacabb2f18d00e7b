import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PublicListsPage } from '../../templates/public/public-lists-page.tsx'

export const Route = createFileRoute('/_outer/public-lists')({
  staticData: { title: msg`Public lists`, frame: 'wide' },
  component: PublicListsPage,
})
