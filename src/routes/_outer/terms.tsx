import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../../frame/pages/terms-page.tsx'

export const Route = createFileRoute('/_outer/terms')({
  staticData: { title: msg`Terms of use`, frame: 'text' },
  component: TermsPage,
})
