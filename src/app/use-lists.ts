import { useEffect } from 'react'
import { type ListCard, keepCardsFresh, useOverview } from '../state/lists/overview.ts'

/** The cards of all lists, counted anew at every change while they are shown. Null: not read yet. */
export function useLists(): ListCard[] | null {
  useEffect(keepCardsFresh, [])
  return useOverview((overview) => overview.lists)
}
