/** How long, in ms, a row moves to its new place. */
const moveMs = 200
/** Height in px of the header and a sticky heading below it. */
const top = 100

/** Returns the id of the product in whose row the element is; null outside rows and in the row for a new product. */
export function rowIdOf(element: EventTarget | null): string | null {
  return (element instanceof Element && element.closest<HTMLElement>('[data-row]')?.dataset['row']) || null
}

interface Line {
  element: HTMLElement
  row: string | null
  top: number
}

/** Returns the visible rows and headings with their places on the screen. */
function visibleLines(): Line[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row], [data-heading]')].flatMap((element) => {
    const place = element.getBoundingClientRect()
    const isVisible = place.bottom > top && place.top < innerHeight && place.height > 0
    return isVisible ? [{ element, row: rowIdOf(element), top: place.top }] : []
  })
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
}

/** Describes a focused element by its row and name, so that it is found again in a row that was moved or remounted. */
function focusedField(): { row: string; field: string } | null {
  const { activeElement } = document
  const row = rowIdOf(activeElement)
  if (row === null || !(activeElement instanceof HTMLElement)) return null
  return { row, field: activeElement.dataset['field'] ?? '' }
}

/**
 * Animates rows that change their places. Call `before` when they are about to be rendered elsewhere, and `after` once
 * they are. The page scrolls by the height of what left above, so that the first visible row that stays does not move.
 */
export function watchMoves() {
  let lines: Line[] = []
  let focused: ReturnType<typeof focusedField> = null
  let moving: ReadonlySet<string> = new Set()
  return {
    /** `moved`: the ids of the rows that change their places */
    before(moved: ReadonlySet<string>): void {
      lines = visibleLines()
      focused = focusedField()
      moving = moved
    },
    after(): void {
      if (lines.length === 0) return
      const seen = lines
      lines = []
      const focusedLine = seen.find(
        ({ row, element }) => row !== null && row === focused?.row && element.isConnected,
      )
      const stays = [...(focusedLine ? [focusedLine] : []), ...seen].find(
        ({ element, row }) => row !== null && !moving.has(row) && element.isConnected,
      )
      if (stays) scrollBack(stays)
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) for (const line of seen) glide(line)
      if (focused && document.activeElement === document.body)
        rowOf(focused.row)
          ?.querySelector<HTMLElement>(`[data-field="${focused.field}"]`)
          ?.focus({ preventScroll: true })
    },
  }
}

function scrollBack({ element, top: before }: Line): void {
  const moved = element.getBoundingClientRect().top - before
  if (Math.abs(moved) < 1) return
  // The browser's own scroll anchoring would scroll as well.
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  window.scrollBy({ top: moved, behavior: 'instant' })
  requestAnimationFrame(() => requestAnimationFrame(() => (style.overflowAnchor = '')))
}

/** Lets a row or heading glide from where it was. A row that left the screen is not followed. */
function glide({ element, row, top: before }: Line): void {
  const moved = element.isConnected ? element : row !== null ? rowOf(row) : null
  const now = moved?.getBoundingClientRect()
  if (!moved || !now || now.top > innerHeight || now.bottom < 0 || Math.abs(now.top - before) < 1) return
  const background = row === null ? 'none' : 'var(--app-surface)'
  moved.animate(
    [
      { background, transform: `translateY(${before - now.top}px)` },
      { background, transform: 'none' },
    ],
    { duration: moveMs, easing: 'ease-out' },
  )
}
