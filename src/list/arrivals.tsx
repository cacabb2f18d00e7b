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
 * What was added comes into view and is marked for a moment. What somebody else added is marked where it is seen;
 * where it is not the page stays as it is, with an offer to go there.
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
        // They are drawn by then.
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
