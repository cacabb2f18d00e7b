import { createFileRoute } from '@tanstack/react-router'
import { restoreTemplates } from '../../state/templates.ts'
import { TemplatesPage } from '../../templates/templates-page.tsx'

export const Route = createFileRoute('/app/templates')({
  // Only a convenience: without it the page begins with the ready-made ones.
  loader: () => restoreTemplates().catch(() => undefined),
  component: TemplatesPage,
})
