/** In px; anything lower is a browser toolbar that comes and goes, not a keyboard. */
const smallestKeyboard = 120

function covered(): number {
  const viewport = window.visualViewport
  // Zooming in shrinks the visual viewport too, without a keyboard.
  if (!viewport || viewport.scale > 1.01) return 0
  const pixels = Math.round(window.innerHeight - viewport.height - viewport.offsetTop)
  return pixels > smallestKeyboard ? pixels : 0
}

let inset = 0

function measure(): void {
  const now = covered()
  if (now === inset) return
  inset = now
  const { documentElement: root } = document
  root.style.setProperty('--app-keyboard', `${inset}px`)
  root.toggleAttribute('data-keyboard', inset > 0)
}

/**
 * Keeps --app-keyboard at the px that the phone's keyboard covers, because iOS never resizes the page for it, and
 * `data-keyboard` at whether one is open. What depends on it changes with the keyboard and not with the focus: a page
 * that moves while the focus leaves a field moves the pressed element away from under the finger, and the click is lost.
 */
export function watchKeyboard(): void {
  window.visualViewport?.addEventListener('resize', measure)
  window.visualViewport?.addEventListener('scroll', measure)
}
