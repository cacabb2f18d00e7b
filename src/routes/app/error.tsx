import { msg } from '@lingui/core/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ErrorPage } from '../../frame/pages/messages.tsx'

export const Route = createFileRoute('/app/error')({
  staticData: { title: msg`Something went wrong` },
  component: ErrorByAddress,
})

/** Returns whether the previous page is ours; without the Navigation API, whether there is any previous page. */
function canGoBack(): boolean {
  const { navigation } = globalThis as { navigation?: { canGoBack: boolean } }
  return navigation?.canGoBack ?? history.length > 1
}

/** The error page by its URL. 'Try again' goes back to the page that failed, or to the lists if there is none. */
function ErrorByAddress() {
  const router = useRouter()
  const again = () => (canGoBack() ? history.back() : void router.navigate({ to: '/app', replace: true }))
  return <ErrorPage onAgain={again} />
}
