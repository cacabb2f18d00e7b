import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TemplatesPage } from '../../templates/templates-page.tsx'

export const Route = createFileRoute('/app/templates')({
  staticData: { title: msg`Templates`, onServer: true },
  // Restores what the page showed last. If that fails, the page begins with the ready-made templates.
  loader: () => restore().catch(() => undefined),
  component: TemplatesPage,
})

/** Imported lazily, because a loader is part of the first page's code. */
async function restore(): Promise<void> {
  const { restoreTemplates } = await import('../../sync/shelves.ts')
  await restoreTemplates()
}
