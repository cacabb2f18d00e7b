import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NewListDialog } from '../../frame/lazy.tsx'
import { sharedText, useStart } from '../../frame/use-start.ts'
import { ListsPage } from '../../overview/lists-page.tsx'

/** The shortcuts of the app's icon (make a list, open the last one), or a text that another app shares. */
export interface StartSearch {
  new?: 1
  last?: 1
  title?: string
  text?: string
  url?: string
}

/** Returns a shared value as text. The router may parse it: a number becomes text again, other types are dropped. */
function shared(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export const Route = createFileRoute('/app/')({
  staticData: { title: msg`Shopping lists` },
  // Set the keys even to undefined: the router keeps values of the URL that are not overwritten here.
  validateSearch: (search: Record<string, unknown>): StartSearch => ({
    new: search['new'] === 1 ? 1 : undefined,
    last: search['last'] === 1 ? 1 : undefined,
    title: shared(search['title']),
    text: shared(search['text']),
    url: shared(search['url']),
  }),
  component: Active,
})

function Active() {
  const { new: make, last, title, text, url } = Route.useSearch()
  const given = sharedText({ title, text, url })
  const { asked, answer } = useStart(make ? 'new' : last ? 'last' : given === '' ? null : { text: given })
  return (
    <>
      <ListsPage key="active" status="active" />
      <NewListDialog opened={asked} onAnswer={(yes) => void answer(yes)} />
    </>
  )
}
