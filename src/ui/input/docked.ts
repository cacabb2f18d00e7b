/** What stands at the bottom of the screen, or belongs there, and must stay in reach: it carries `data-docked`. */
const docked = '[data-docked], [role="dialog"]'

const gap = 8

/** Where the part of the page that somebody sees ends: at the keyboard, where there is one. */
export function visibleBottom(): number {
  const view = window.visualViewport
  return view ? Math.min(innerHeight, view.offsetTop + view.height) : innerHeight
}

/** How far above the bottom of the screen this box has to stand to cover nothing else that is docked. */
function clearance(box: Element): number {
  const { left, right, height } = box.getBoundingClientRect()
  const others = [...document.querySelectorAll(docked)].filter((element) => element !== box)
  const inTheWay = others
    .map((element) => element.getBoundingClientRect())
    .filter((rect) => rect.height > 0 && rect.left < right && rect.right > left)
    .toSorted((a, b) => b.bottom - a.bottom)
  let bottom = visibleBottom() - 2 * gap
  for (const rect of inTheWay) {
    const above = rect.top - gap
    // Over what fills the whole screen there is no room.
    if (rect.top < bottom + gap && rect.bottom > bottom - height - gap && above - height > 0)
      bottom = Math.min(bottom, above)
  }
  return innerHeight - bottom
}

/** Says now, and whenever it changes, how far from the bottom a box has to stand; returns how to stop. */
export function standClear(find: () => Element | null, place: (pixels: number) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const moved = () => {
    const box = find()
    if (box) place(clearance(box))
  }
  const sizes = new ResizeObserver(moved)
  const watch = () => {
    const box = find()
    if (box) sizes.observe(box)
    for (const element of document.querySelectorAll(docked)) sizes.observe(element)
    moved()
  }
  // Dialogs come and go at the end of the page.
  const dialogs = new MutationObserver(watch)
  dialogs.observe(document.body, { childList: true })
  addEventListener('scroll', moved, { passive: true, signal })
  addEventListener('resize', moved, { signal })
  addEventListener('focusin', watch, { signal })
  addEventListener('transitionend', moved, { signal })
  window.visualViewport?.addEventListener('resize', moved, { signal })
  window.visualViewport?.addEventListener('scroll', moved, { signal })
  watch()
  return () => {
    stop.abort()
    sizes.disconnect()
    dialogs.disconnect()
  }
}
