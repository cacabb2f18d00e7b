import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../../frame/pages/terms-page.tsx'

export const Route = createFileRoute('/_outer/terms')({ component: TermsPage })
