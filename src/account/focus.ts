import { useLayoutEffect } from 'react'

/** Moves the focus to the beginning of the page, for when the focused element is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus({ preventScroll: true })
}

/** For content that replaces a submitted form. */
export function usePageFocus(): void {
  useLayoutEffect(focusPage, [])
}

/** For a dialog rendered only while it is open: returns the focus to the element that opened it. */
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
