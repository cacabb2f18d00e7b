import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ErrorPage } from '../../frame/pages/error-page.tsx'

export const Route = createFileRoute('/app/error')({ component: ErrorByAddress })

/** Whether the previous page is ours. Without the Navigation API: whether there is any previous page. */
function canGoBack(): boolean {
  const { navigation } = globalThis as { navigation?: { canGoBack: boolean } }
  return navigation?.canGoBack ?? history.length > 1
}

/** 'Again' goes back to the page that failed, or to the lists if this page was opened first. */
function ErrorByAddress() {
  const router = useRouter()
  const again = () => (canGoBack() ? history.back() : void router.navigate({ to: '/app', replace: true }))
  return <ErrorPage onAgain={again} />
}
