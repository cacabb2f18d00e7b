import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../../frame/terms-page.tsx'

export const Route = createFileRoute('/_outer/terms')({ component: TermsPage })
