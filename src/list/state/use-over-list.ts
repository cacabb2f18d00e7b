import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the same list without what lies over it. */
    isOverList?: true
  }
}

/** What lies over a list and is in its address: the search, and the sheet of a product. */
export interface OverList {
  /** the text that is searched for; empty: the search is open on a phone */
  q?: string | undefined
  /** id of the product whose sheet is open in shopping mode */
  sheet?: string | undefined
}

/** The address changes only later. A second call until then, from whichever component, would leave the list. */
let isClosing = false

/**
 * Returns a function that sets one of these in the address. Opening adds an entry to the browser's history, so that Back
 * closes; another value replaces the entry. Closing goes back, or Back would have nothing left to close.
 */
export function useOverList(name: keyof OverList): (value: string | null) => void {
  const router = useRouter()
  return useCallback(
    (value) => {
      const { search, state } = router.latestLocation
      const before = (search as OverList)[name]
      if (before === (value ?? undefined) || isClosing) return
      if (value === null && state.isOverList) {
        isClosing = true
        addEventListener('popstate', () => (isClosing = false), { once: true })
        router.history.back()
        return
      }
      void router.navigate({
        to: '.',
        search: (others) => ({ ...others, [name]: value ?? undefined }),
        state: before === undefined ? { isOverList: true } : true,
        replace: before !== undefined,
        resetScroll: false,
      })
    },
    [router, name],
  )
}

/** Returns what is searched for in the open list; undefined: no search, and on a phone no search field. */
export function useFind(): string | undefined {
  return useSearch({ from: '/app/details/$id', select: ({ q }) => q })
}

export const findFieldId = 'find-in-list'

/** Returns a function that focuses the search field; on a phone it opens the field, which takes the focus itself. */
export function useFocusFind(): () => void {
  const setQuery = useOverList('q')
  return () => {
    const field = document.getElementById(findFieldId)
    if (field) field.focus()
    else setQuery('')
  }
}

/** Returns the id of the product whose sheet is open over the list. */
export function useSheet(): string | undefined {
  return useSearch({ from: '/app/details/$id', select: ({ sheet }) => sheet })
}

/** Returns a function that opens the sheet of a product; null closes it. */
export function useOpenSheet(): (id: string | null) => void {
  return useOverList('sheet')
}
