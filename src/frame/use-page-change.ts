import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { appName } from '../lib/app-name.ts'

/** Returns the title of the page that is shown, not of one that is still loading. */
export function usePageTitle(): string {
  const { t } = useLingui()
  const title = useMatches({
    select: (matches) => {
      const page = matches.at(-1)
      const ofPage = page?.staticData.title
      return typeof ofPage === 'function' ? ofPage(page?.params ?? {}) : ofPage
    },
  })
  return title ? t(title) : ''
}

/** The previous page, whichever layout showed it; undefined if the app has just been opened. */
let before: string | undefined

/**
 * Sets the window's title and, at each page change, focuses the beginning of the page and plays a short animation.
 * Returns the ref for the element that holds the page.
 */
export function usePageChange() {
  const ref = useRef<HTMLElement>(null)
  // The page that is shown, not one that is still loading.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const title = usePageTitle()
  const name = title ? `${title} · ${appName}` : appName

  useEffect(() => {
    document.title = name
  }, [name])

  useEffect(() => {
    const page = ref.current
    const first = before === undefined
    if (!page || shown === before) return
    before = shown
    if (first) return
    if (!page.contains(document.activeElement)) page.focus({ preventScroll: true })
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    page.animate(
      [
        { opacity: 0, transform: 'translateY(8px)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: 700, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' },
    )
  }, [shown])

  return ref
}
