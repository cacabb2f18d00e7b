import { createFileRoute } from '@tanstack/react-router'
import { PublicListsPage } from '../../templates/public/public-lists-page.tsx'

export const Route = createFileRoute('/_outer/public-lists')({ component: PublicListsPage })
