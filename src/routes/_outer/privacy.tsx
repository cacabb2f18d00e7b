import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../../frame/pages/privacy-page.tsx'

export const Route = createFileRoute('/_outer/privacy')({
  staticData: { title: msg`Privacy policy`, frame: 'text' },
  component: PrivacyPage,
})
