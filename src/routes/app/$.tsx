import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../frame/not-found-page.tsx'

export const Route = createFileRoute('/app/$')({ component: NotFoundPage })
