import { useEffect } from 'react'
import { type ListCard, keepCardsFresh, useOverview } from './overview.ts'

/** Returns the cards of all lists, recounted at every change while mounted. Null until they have been read. */
export function useLists(): ListCard[] | null {
  useEffect(keepCardsFresh, [])
  return useOverview((overview) => overview.lists)
}
