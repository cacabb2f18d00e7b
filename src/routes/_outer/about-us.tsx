import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../../frame/pages/about-page.tsx'

export const Route = createFileRoute('/_outer/about-us')({
  staticData: { title: msg`About us`, frame: 'text' },
  component: AboutPage,
})
