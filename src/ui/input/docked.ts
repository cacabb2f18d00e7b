/** Selects the elements at the bottom of the screen that must not be covered: those with `data-docked`, and dialogs. */
const docked = '[data-docked], [role="dialog"]'

/** Gap in px between a docked element and a box placed above it. */
export const dockGap = 8

/** Returns the bottom edge of the visible part of the page in px: the top of the keyboard, if one is open. */
export function visibleBottom(): number {
  const view = window.visualViewport
  return view ? Math.min(innerHeight, view.offsetTop + view.height) : innerHeight
}

/** Returns how many px above the screen's bottom this box must be to cover no docked element. */
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
    // One that fills the whole screen is ignored; over one that nearly does, the box is at the top, off its buttons.
    if (rect.top < bottom + dockGap && rect.bottom > bottom - height - dockGap && rect.top > 0)
      bottom = Math.min(bottom, Math.max(above, height + dockGap))
  }
  return innerHeight - bottom
}

/** The functions that place the boxes. When one box moves, the others may have to move too. */
const standing = new Set<() => void>()

function holdsDocked(node: Node): boolean {
  return node instanceof Element && (node.matches(docked) || node.querySelector(docked) !== null)
}

/**
 * Keeps the box that `find` returns clear of docked elements: calls `place` now and at every change with its distance
 * from the bottom in px. Returns the stop function.
 */
export function standClear(find: () => Element | null, place: (pixels: number) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let placed: number | null = null
  let isPressed = false
  const moved = () => {
    // A box that moves between press and release gets no click.
    if (isPressed) return
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
  // Move the box as soon as a docked element comes or goes. If it moved only at the next focus change, it would slip
  // away from under the finger whose press changes the focus.
  const arrivals = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(holdsDocked)))
      watch()
  })
  arrivals.observe(document.body, { childList: true, subtree: true })
  const press = ({ target }: PointerEvent) => {
    isPressed = target instanceof Node && find()?.contains(target) === true
  }
  const release = () => {
    if (!isPressed) return
    isPressed = false
    requestAnimationFrame(moved)
  }
  standing.add(moved)
  addEventListener('pointerdown', press, { capture: true, signal })
  addEventListener('pointerup', release, { capture: true, signal })
  addEventListener('pointercancel', release, { capture: true, signal })
  addEventListener('scroll', moved, { passive: true, signal })
  addEventListener('resize', moved, { signal })
  addEventListener('focusin', watch, { signal })
  const settle = ({ target }: Event) => {
    // A list's rows have transitions too, hundreds at once.
    if (target instanceof Element && target.closest(docked)) moved()
  }
  addEventListener('transitionend', settle, { signal })
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
