import { visibleBottom } from '../../ui/input/docked.ts'

/** The header, and a heading that sticks below it. */
const top = 120
const gap = 8
/** A slow machine may draw the row late. */
const mostFrames = 600
/** So long a smooth scroll may rest before it counts as over. */
const stillFrames = 4

/** Draws a row of a long list that is not drawn; false where it is not in the list as it is shown. */
type Reach = (id: string) => boolean
let reach: Reach | null = null

export function setReach(how: Reach | null): void {
  reach = how
}

let fingers = 0
/** How often the person pressed or scrolled: whatever moves the page by itself ends then. */
let presses = 0
/** The page is on its way by `reveal`. */
let moving = false

/** Nothing moves from under a finger: what is pressed while the page moves is where it was when it was seen. */
function press(): void {
  presses++
  if (moving) scrollBy({ top: 0, behavior: 'instant' })
}

/** Calls a movement off for every press and every scroll of the person's own; returns how to stop. */
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

/** Where what is docked at the bottom begins. */
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

/** How far the page has to be scrolled until the row is seen; 0: it is. */
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

/** Brings a row into view, as soon as it is drawn, unless the person presses something or a newer one is wanted. */
export async function reveal(id: string): Promise<void> {
  const own = ++newest
  moving = true
  await moveTo(id, own)
  if (own === newest) moving = false
}

async function moveTo(id: string, own: number): Promise<void> {
  const before = presses
  let reached = false
  let still = stillFrames
  let last = scrollY
  for (let frame = 0; frame < mostFrames; frame++) {
    await nextFrame()
    if (own !== newest || before !== presses) return
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
    const calm =
      matchMedia('(prefers-reduced-motion: reduce)').matches || frame > 0 || Math.abs(far) > innerHeight
    scrollBy({ top: far, behavior: calm ? 'instant' : 'smooth' })
    still = 0
  }
}

function isAtTheEnd(far: number): boolean {
  return far > 0 ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY <= 0
}

/** So long a row is marked as new. */
const markedMs = 2_000

export function mark(ids: readonly string[]): void {
  for (const id of ids) {
    const row = rowOf(id)
    if (!row) continue
    row.dataset['arrived'] = ''
    setTimeout(() => delete row.dataset['arrived'], markedMs)
  }
}
