import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../../frame/pages/privacy-page.tsx'

export const Route = createFileRoute('/_outer/privacy')({ component: PrivacyPage })
