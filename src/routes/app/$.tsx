import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../frame/pages/not-found-page.tsx'

export const Route = createFileRoute('/app/$')({ component: NotFoundPage })
