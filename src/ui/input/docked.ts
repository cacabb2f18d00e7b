/** Elements at the bottom of the screen that must stay in reach; they carry `data-docked`. Dialogs count too. */
const docked = '[data-docked], [role="dialog"]'

/** Between what is docked and what stands clear of it. */
export const dockGap = 8

/** The bottom edge of the visible part of the page, in pixels: the top of the keyboard, if one is open. */
export function visibleBottom(): number {
  const view = window.visualViewport
  return view ? Math.min(innerHeight, view.offsetTop + view.height) : innerHeight
}

/** How many pixels above the screen's bottom this box must be so that it covers nothing else docked. */
function clearance(box: Element): number {
  const { left, right, height } = box.getBoundingClientRect()
  const others = [...document.querySelectorAll(docked)].filter((element) => element !== box)
  const inTheWay = others
    .map((element) => element.getBoundingClientRect())
    .filter((rect) => rect.height > 0 && rect.left < right && rect.right > left)
    .toSorted((a, b) => b.bottom - a.bottom)
  let bottom = visibleBottom() - 2 * dockGap
  for (const rect of inTheWay) {
    const above = rect.top - dockGap
    // There is no room above an element that fills the whole screen, so it is ignored.
    if (rect.top < bottom + dockGap && rect.bottom > bottom - height - dockGap && above - height > 0)
      bottom = Math.min(bottom, above)
  }
  return innerHeight - bottom
}

/** Calls `place` now and at every change with the box's distance from the bottom. Returns the stop function. */
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
  // Dialogs are added and removed at the end of the body.
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
