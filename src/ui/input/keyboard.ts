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
const listeners = new Set<() => void>()

function measure(): void {
  const now = covered()
  if (now === inset) return
  inset = now
  document.documentElement.style.setProperty('--app-keyboard', `${inset}px`)
  for (const changed of listeners) changed()
}

/** How much the phone's keyboard covers is known to styles as --app-keyboard. iOS never resizes the page for it. */
export function watchKeyboard(): void {
  window.visualViewport?.addEventListener('resize', measure)
  window.visualViewport?.addEventListener('scroll', measure)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How many pixels at the bottom of the page the phone's keyboard covers. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, () => inset)
}
