import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', changed)
  viewport?.addEventListener('scroll', changed)
  return () => {
    viewport?.removeEventListener('resize', changed)
    viewport?.removeEventListener('scroll', changed)
  }
}

/** Less than this is a browser's own bar coming and going, not a keyboard. */
const smallestKeyboard = 120

/** How many pixels at the bottom of the page the phone's keyboard covers. iOS never resizes the page for it. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, () => {
    const viewport = window.visualViewport
    // Somebody who zoomed in sees a part of the page; that is no keyboard.
    if (!viewport || viewport.scale > 1.01) return 0
    const covered = Math.round(window.innerHeight - viewport.height - viewport.offsetTop)
    return covered > smallestKeyboard ? covered : 0
  })
}
