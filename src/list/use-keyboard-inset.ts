import { useSyncExternalStore } from 'react'

/** Less than this is a browser's own bar coming and going, not a keyboard. */
const smallestKeyboard = 120

function covered(): number {
  const viewport = window.visualViewport
  // Somebody who zoomed in sees a part of the page; that is no keyboard.
  if (!viewport || viewport.scale > 1.01) return 0
  const pixels = Math.round(window.innerHeight - viewport.height - viewport.offsetTop)
  return pixels > smallestKeyboard ? pixels : 0
}

/** Asking the browser makes it lay out the page at once, so it is asked when something moved, not at each drawing. */
let inset = 0

function subscribe(changed: () => void) {
  const look = () => {
    inset = covered()
    changed()
  }
  look()
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', look)
  viewport?.addEventListener('scroll', look)
  return () => {
    viewport?.removeEventListener('resize', look)
    viewport?.removeEventListener('scroll', look)
  }
}

/** How many pixels at the bottom of the page the phone's keyboard covers. iOS never resizes the page for it. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, () => inset)
}
