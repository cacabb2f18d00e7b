import { useEffect } from 'react'
import { type ListCard, lookAtLists, useOverview } from './state/overview.ts'

/** The cards of all lists, counted anew at every change while they are shown. Null: not read yet. */
export function useLists(): ListCard[] | null {
  useEffect(lookAtLists, [])
  return useOverview((overview) => overview.lists)
}
