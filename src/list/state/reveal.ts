import { visibleBottom } from '../../ui/input/docked.ts'

/** Height in px of the header and a sticky heading below it. */
const top = 120
const gap = 8
/** After this many frames `reveal` gives up; many, since a slow device may render the row late. */
const mostFrames = 600
/** Frames without movement after which a smooth scroll counts as over. */
const stillFrames = 4

/** Scrolls to an unrendered row of a long list, so that it renders; false if the row is not in the list as shown. */
type Reach = (id: string) => boolean
let reach: Reach | null = null

export function setReach(how: Reach | null): void {
  reach = how
}

let fingers = 0
/** Number of the user's presses and scrolls so far; each one ends an automatic scroll. */
let presses = 0
/** True while `reveal` scrolls the page. */
let moving = false

/** Stops the running smooth scroll, so that the pressed element does not move from under the finger. */
function press(): void {
  presses++
  if (moving) scrollBy({ top: 0, behavior: 'instant' })
}

/** Cancels an automatic scroll at every press and scroll by the user; returns the unsubscribe function. */
export function watchFingers(): () => void {
  const stop = new AbortController()
  const options = { passive: true, capture: true, signal: stop.signal }
  const touches = (event: TouchEvent) => {
    fingers = event.touches.length
    if (event.type === 'touchstart') press()
  }
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
    addEventListener(type, touches, options)
  const mouse = ({ pointerType, type }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    fingers = type === 'pointerdown' ? 1 : 0
    if (type === 'pointerdown') press()
  }
  for (const type of ['pointerdown', 'pointerup'] as const) addEventListener(type, mouse, options)
  for (const type of ['wheel', 'touchmove'] as const) addEventListener(type, () => presses++, options)
  return () => stop.abort()
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${id}"]`)
}

/** Returns the lower edge of the visible rows in px: the top of whatever is docked at the bottom. */
function bottomOfRows(): number {
  const docked = [...document.querySelectorAll('[data-docked]')].map((element) =>
    element.getBoundingClientRect(),
  )
  const notices = document.querySelector('.mantine-Notifications-root[data-position="bottom-right"]')
  let bottom = visibleBottom()
  for (const rect of docked.toSorted((a, b) => b.bottom - a.bottom))
    if (rect.height > 0 && rect.bottom >= bottom - 2 * gap && rect.top > top)
      bottom = Math.min(bottom, rect.top)
  const { top: noticed = 0, height = 0 } = notices?.getBoundingClientRect() ?? {}
  return height > 0 ? Math.min(bottom, noticed) : bottom
}

/** Returns how far the page must scroll to show the row, in px; 0: it is visible. */
function distance(row: Element): number {
  const rect = row.getBoundingClientRect()
  const bottom = bottomOfRows()
  if (rect.bottom > bottom) return Math.min(rect.bottom - bottom + gap, rect.top - top)
  return rect.top < top ? rect.top - top - gap : 0
}

export function isSeen(id: string): boolean {
  const row = rowOf(id)
  return row !== null && distance(row) === 0
}

const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))

let newest = 0

/** Scrolls a row into view once it is rendered, unless the user presses or scrolls or a newer call comes. */
export async function reveal(id: string): Promise<void> {
  const call = ++newest
  moving = true
  await moveTo(id, call)
  if (call === newest) moving = false
}

async function moveTo(id: string, call: number): Promise<void> {
  const before = presses
  let reached = false
  let still = stillFrames
  let last = scrollY
  for (let frame = 0; frame < mostFrames; frame++) {
    await nextFrame()
    if (call !== newest || before !== presses) return
    const row = rowOf(id)
    if (!row) {
      if (fingers === 0) reached ||= reach?.(id) ?? false
      continue
    }
    const far = distance(row)
    still = scrollY === last ? still + 1 : 0
    last = scrollY
    if (far === 0) return
    if (still < stillFrames) continue
    if (fingers > 0 || isAtTheEnd(far)) return
    const atOnce =
      matchMedia('(prefers-reduced-motion: reduce)').matches || frame > 0 || Math.abs(far) > innerHeight
    scrollBy({ top: far, behavior: atOnce ? 'instant' : 'smooth' })
    still = 0
  }
}

function isAtTheEnd(far: number): boolean {
  return far > 0 ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY <= 0
}

/** Focuses a row's checkbox, or the row itself if it has none, unless the user is typing. */
export function focusRow(id: string): void {
  if (document.activeElement?.matches('textarea, select, input:not([type="checkbox"])')) return
  const row = rowOf(id)
  const box = row?.querySelector<HTMLElement>('input[type="checkbox"]:not(:disabled)')
  if (row && !box) row.tabIndex = -1
  ;(box ?? row)?.focus({ preventScroll: true })
}

/** How long, in ms, a row that was searched for stays marked. */
const foundMs = 6_000

/** Marks rows that were searched for, also those that render late or remount. Returns the function that ends it. */
export function markFound(ids: readonly string[]): () => void {
  const set = (on: boolean) => {
    for (const id of ids) rowOf(id)?.toggleAttribute('data-found', on)
  }
  let frame = 0
  const again = () => {
    set(true)
    frame = requestAnimationFrame(again)
  }
  again()
  const end = () => {
    cancelAnimationFrame(frame)
    set(false)
  }
  const timer = setTimeout(end, foundMs)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** How long, in ms, a row stays marked as new. */
const markedMs = 2_000

/** The timers of the marked rows. A row that is marked again starts a new timer. */
const marked = new Map<string, ReturnType<typeof setTimeout>>()

export function mark(ids: readonly string[]): void {
  for (const id of ids) {
    const row = rowOf(id)
    if (!row) continue
    clearTimeout(marked.get(id))
    row.dataset['arrived'] = ''
    const unmark = () => {
      delete row.dataset['arrived']
      marked.delete(id)
    }
    marked.set(id, setTimeout(unmark, markedMs))
  }
}
