import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../../frame/privacy-page.tsx'

export const Route = createFileRoute('/_outer/privacy')({ component: PrivacyPage })
