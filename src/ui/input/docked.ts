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

/** The boxes that stand clear. When one of them moves, the others may have to. */
const standing = new Set<() => void>()

function holdsDocked(node: Node): boolean {
  return node instanceof Element && (node.matches(docked) || node.querySelector(docked) !== null)
}

/** Calls `place` now and at every change with the box's distance from the bottom. Returns the stop function. */
export function standClear(find: () => Element | null, place: (pixels: number) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let placed: number | null = null
  const moved = () => {
    const box = find()
    const pixels = box && clearance(box)
    if (pixels === null || pixels === placed) return
    placed = pixels
    place(pixels)
    for (const other of standing) if (other !== moved) other()
  }
  const sizes = new ResizeObserver(moved)
  const watch = () => {
    const box = find()
    if (box) sizes.observe(box)
    for (const element of document.querySelectorAll(docked)) sizes.observe(element)
    moved()
  }
  // At once: moved later, when a press brings the focus, the box would slip away from under the finger.
  const arrivals = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(holdsDocked)))
      watch()
  })
  arrivals.observe(document.body, { childList: true, subtree: true })
  standing.add(moved)
  addEventListener('scroll', moved, { passive: true, signal })
  addEventListener('resize', moved, { signal })
  addEventListener('focusin', watch, { signal })
  addEventListener('transitionend', moved, { signal })
  window.visualViewport?.addEventListener('resize', moved, { signal })
  window.visualViewport?.addEventListener('scroll', moved, { signal })
  watch()
  return () => {
    stop.abort()
    standing.delete(moved)
    sizes.disconnect()
    arrivals.disconnect()
  }
}
