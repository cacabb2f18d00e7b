import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ErrorPage } from '../../frame/pages/error-page.tsx'

export const Route = createFileRoute('/app/error')({ component: ErrorByAddress })

/** Whether the page before this one is ours; a browser that cannot say has at least one. */
function canGoBack(): boolean {
  const { navigation } = globalThis as { navigation?: { canGoBack: boolean } }
  return navigation?.canGoBack ?? history.length > 1
}

/** Once more where it happened: the page before this one, or the lists for whoever came here first. */
function ErrorByAddress() {
  const router = useRouter()
  const again = () => (canGoBack() ? history.back() : void router.navigate({ to: '/app', replace: true }))
  return <ErrorPage onAgain={again} />
}
