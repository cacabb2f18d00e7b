import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { productName } from '../app/product.ts'

/** The previous page, whichever layout showed it; undefined if the app has just been opened. */
let before: string | undefined

/**
 * Sets the window's title and, at each page change, focuses the beginning of the page and plays a short animation.
 * Returns the ref for the element that holds the page.
 */
export function usePageChange(titleOf: (pathname: string) => MessageDescriptor | undefined) {
  const { t } = useLingui()
  const ref = useRef<HTMLElement>(null)
  // The page that is shown, not one that is still loading.
  const shown = useRouterState({ select: (state) => state.matches.at(-1)?.pathname })
  const title = titleOf(shown ?? '')
  const name = title ? `${t(title)} · ${productName}` : productName

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
