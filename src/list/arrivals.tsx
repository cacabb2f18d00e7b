import { msg } from '@lingui/core/macro'
import { useEffect } from 'react'
import { takeArrivals, useArrivals } from '../state/lists/arrivals.ts'
import { notify } from '../state/notices.ts'
import { onNews, useOpenList } from '../state/lists/open-list.ts'
import { newsText } from './news-text.ts'
import { isSeen, mark, reveal, watchFingers } from './rows/reveal.ts'

async function show(ids: readonly string[]): Promise<void> {
  const last = ids.at(-1)
  if (last === undefined) return
  await reveal(last)
  mark(ids)
}

/**
 * Scrolls to products added here and marks them for a moment. Products added by somebody else are only marked; if one
 * is out of view, a notice offers to go there.
 */
export function Arrivals() {
  useEffect(watchFingers, [])
  useEffect(() => {
    const showNew = () => void show(takeArrivals(useOpenList.getState().listId ?? ''))
    showNew()
    return useArrivals.subscribe(showNew)
  }, [])
  useEffect(
    () =>
      onNews((news) => {
        const added = news.filter(({ what }) => what === 'added')
        const ids = added.map(({ id }) => id)
        if (ids.length === 0) return
        // The rows are rendered after two frames.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            mark(ids)
            if (ids.some((id) => !isSeen(id)))
              notify('info', newsText(added), { label: msg`Show`, run: () => void show(ids) })
          }),
        )
      }),
    [],
  )
  return null
}
