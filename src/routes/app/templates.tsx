import { createFileRoute } from '@tanstack/react-router'
import { TemplatesPage } from '../../templates/templates-page.tsx'

export const Route = createFileRoute('/app/templates')({
  // A convenience only: without it the page begins with the ready-made ones.
  loader: () => restore().catch(() => undefined),
  component: TemplatesPage,
})

/** Imported lazily, because a loader is part of the first page's code. */
async function restore(): Promise<void> {
  const { restoreTemplates } = await import('../../state/templates.ts')
  await restoreTemplates()
}
