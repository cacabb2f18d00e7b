import { useEffect } from 'react'
import { type ListCard, keepCardsFresh, useOverview } from '../state/lists/overview.ts'

/** The cards of all lists, recounted at every change while mounted. Null: not read yet. */
export function useLists(): ListCard[] | null {
  useEffect(keepCardsFresh, [])
  return useOverview((overview) => overview.lists)
}
