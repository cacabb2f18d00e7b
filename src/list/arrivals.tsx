import { useEffect } from 'react'
import { takeArrivals, useArrivals } from '../state/lists/arrivals.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { mark, reveal, watchFingers } from './rows/reveal.ts'

/** Scrolls to the last of these products and marks them all for a moment. */
export async function showProducts(ids: readonly string[]): Promise<void> {
  const last = ids.at(-1)
  if (last === undefined) return
  await reveal(last)
  mark(ids)
}

/** Scrolls to products added here and marks them; what somebody else adds is the matter of the news line. */
export function Arrivals() {
  useEffect(watchFingers, [])
  useEffect(() => {
    const showNew = () => void showProducts(takeArrivals(useOpenList.getState().listId ?? ''))
    showNew()
    return useArrivals.subscribe(showNew)
  }, [])
  return null
}
