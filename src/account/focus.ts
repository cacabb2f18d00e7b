import { useLayoutEffect } from 'react'

/** Where the focus goes when what had it is gone: the beginning of the page. */
export function focusPage(): void {
  document.getElementById('page')?.focus({ preventScroll: true })
}

/** For what takes the place of a form that was sent. */
export function usePageFocus(): void {
  useLayoutEffect(focusPage, [])
}

/** For a dialog that is drawn only while it is open: gives the focus back to what opened it. */
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
