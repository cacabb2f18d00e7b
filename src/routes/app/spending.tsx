import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SpendingPage } from '../../spending/spending-page.tsx'

export const Route = createFileRoute('/app/spending')({
  staticData: { title: msg`Spending` },
  component: SpendingPage,
})
