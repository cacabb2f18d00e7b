import { useEffect, useMemo } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import type { Language } from '../../core/product/entities.ts'
import { shownListName } from '../../core/product/list-copies.ts'
import { useLanguage } from '../texts/i18n.ts'
import { useOpenList } from './open-list.ts'
import { type ListCard, keepCardsFresh, useOverview } from './overview.ts'

/** Returns the cards of all lists, recounted at every change while mounted. Null until they have been read. */
export function useLists(): ListCard[] | null {
  useEffect(keepCardsFresh, [])
  return useOverview((overview) => overview.lists)
}

/** Returns the same cards, each list called by what it is. */
export function useShownLists(): ListCard[] | null {
  const language = useLanguage()
  const lists = useLists()
  return useMemo(
    () => lists?.map((list) => ({ ...list, ...shownIn(list, language) })) ?? null,
    [lists, language],
  )
}

/** Returns the list, if it is the open one, called by what it is; null until it is known. */
export function useShownList(id: string | undefined): List | null {
  const language = useLanguage()
  const list = useOpenList((state) => (state.listId === id ? state.list : null))
  return useMemo(() => list && { ...list, ...shownIn(list, language) }, [list, language])
}

const shownIn = ({ listName, date }: List, language: Language) => ({
  listName: shownListName(listName, date, language),
})
