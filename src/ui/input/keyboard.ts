import { useSyncExternalStore } from 'react'

/** In px; anything lower is a browser toolbar that comes and goes, not a keyboard. */
const smallestKeyboard = 120

function covered(): number {
  const viewport = window.visualViewport
  // Zooming in shrinks the visual viewport too, without a keyboard.
  if (!viewport || viewport.scale > 1.01) return 0
  const pixels = Math.round(window.innerHeight - viewport.height - viewport.offsetTop)
  return pixels > smallestKeyboard ? pixels : 0
}

/** Reading the viewport forces a layout, so it is read when the viewport changes, not at each render. */
let inset = 0
const listeners = new Set<() => void>()

function measure(): void {
  const now = covered()
  if (now === inset) return
  inset = now
  document.documentElement.style.setProperty('--app-keyboard', `${inset}px`)
  for (const changed of listeners) changed()
}

/** Keeps --app-keyboard at the px that the phone's keyboard covers, because iOS never resizes the page for it. */
export function watchKeyboard(): void {
  window.visualViewport?.addEventListener('resize', measure)
  window.visualViewport?.addEventListener('scroll', measure)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Returns how many px at the bottom of the page the phone's keyboard covers. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, () => inset)
}
