import { createFileRoute } from '@tanstack/react-router'
import { ErrorPage } from '../../frame/error-page.tsx'

export const Route = createFileRoute('/app/error')({ component: ErrorPage })
