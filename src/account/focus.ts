import { useLayoutEffect } from 'react'

/** Moves the focus to the beginning of the page, for when the focused element is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus({ preventScroll: true })
}

/** Focuses the beginning of the page on mount, for content that replaces a submitted form. */
export function usePageFocus(): void {
  useLayoutEffect(focusPage, [])
}

/** Returns the focus to the element that opened a dialog, for a dialog that is rendered only while it is open. */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
        else focusPage()
      })
    }
  }, [])
}
