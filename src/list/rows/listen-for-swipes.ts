import { useListViews } from '../state/view.ts'
import { actionFor, can } from '../../../core/product/permissions.ts'
import { roleIn, useOpenList } from '../../sync/open-list.ts'
import { deleteWithUndo, setBought } from './bought.tsx'

/** Elements that handle a finger's movement themselves: text fields, selects and drag handles. */
const ownMovement = 'input:not([type="checkbox"]), select, textarea, [data-rfd-drag-handle-draggable-id]'
/** How long, in ms, after a swipe the browser may still send that finger's click. */
const clickMs = 400
const backMs = 180

/**
 * Listens on the whole list, not on each row, and moves a row by its style: nothing may render while a finger moves.
 * Returns the stop function. `behind`: the element shown behind a row.
 */
export function listenForSwipes(area: HTMLElement, behind: Element | null): () => void {
  const listening = new AbortController()
  let cancel: (() => void) | null = null
  let swipedAt = -clickMs
  const { signal } = listening
  area.addEventListener(
    'pointerdown',
    (event) => {
      const { target, pointerType, isPrimary } = event
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
      const row = target.closest<HTMLElement>('[data-row]')
      if (!row || !(behind instanceof HTMLElement) || isBusy(area, row, target)) return
      const size = { width: row.offsetWidth, screen: innerWidth, may: sides() }
      cancel = follow(event, row, behind, press(pointOf(event), size), (at) => {
        cancel = null
        swipedAt = at
      })
    },
    { signal },
  )
  area.addEventListener(
    'click',
    (event) => {
      if (event.timeStamp - swipedAt > clickMs) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  return () => {
    cancel?.()
    listening.abort()
  }
}

function sides(): Side[] {
  const role = roleIn(useOpenList.getState())
  const left = can(role, actionFor('delete'))
  const right = can(role, actionFor('productStatus'))
  return [...(left ? (['left'] as const) : []), ...(right ? (['right'] as const) : [])]
}

/** Rows are being selected or dragged, the row is expanded or still swiped, or a field is pressed or being edited. */
function isBusy(area: HTMLElement, row: HTMLElement, target: Element): boolean {
  if (useListViews.getState().selection.on || row.matches('[data-open], [data-swiped]')) return true
  if (target.closest(ownMovement) || area.querySelector('[data-lifted]')) return true
  return area.contains(document.activeElement) && document.activeElement?.matches(ownMovement) === true
}

const pointOf = ({ clientX, clientY, timeStamp }: PointerEvent): Point => ({
  x: clientX,
  y: clientY,
  at: timeStamp,
})

/** Moves the row with the finger until the finger is lifted; returns the function that cancels the swipe. */
function follow(
  { pointerId, timeStamp: pressedAt }: PointerEvent,
  row: HTMLElement,
  behind: HTMLElement,
  pressed: Swipe,
  ended: (at: number) => void,
): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true, passive: true }
  let swipe = pressed
  const end = (side: Side | null, at: number) => {
    stop.abort()
    if (swipe.state !== 'moving') return
    ended(at)
    void finish(row, behind, side)
  }
  const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', run: (event: PointerEvent) => void) =>
    addEventListener(type, (event) => event.pointerId === pointerId && run(event), options)
  on('pointermove', (event) => {
    const isNew = swipe.state === 'pressed'
    const now = move(swipe, pointOf(event))
    swipe = now
    if (now.state === 'over') return stop.abort()
    if (now.state !== 'moving') return
    if (isNew) lift(row, behind, now.side)
    row.style.transform = `translateX(${now.side === 'left' ? -now.far : now.far}px)`
    behind.toggleAttribute('data-enough', isFarEnough(now))
  })
  on('pointerup', ({ timeStamp }) => end(release(swipe, timeStamp), timeStamp))
  on('pointercancel', ({ timeStamp }) => end(null, timeStamp))
  addEventListener('scroll', ({ timeStamp }) => end(null, timeStamp), options)
  // A second finger anywhere ends the swipe, since the user means another gesture.
  addEventListener(
    'pointerdown',
    (event) => event.pointerId !== pointerId && end(null, event.timeStamp),
    options,
  )
  if (swipe.state === 'over') stop.abort()
  return () => {
    end(null, pressedAt)
    swipe = over
  }
}

/** Places the element with the action's name behind the row. */
function lift(row: HTMLElement, behind: HTMLElement, side: Side): void {
  const { top, left } = behind.parentElement?.getBoundingClientRect() ?? { top: 0, left: 0 }
  const place = row.getBoundingClientRect()
  Object.assign(behind.style, {
    top: `${place.top - top}px`,
    left: `${place.left - left}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  })
  const tick = row.dataset['bought'] === undefined ? 'tick' : 'untick'
  behind.dataset['says'] = side === 'left' ? 'delete' : tick
  behind.toggleAttribute('data-first', row.matches(':first-child'))
  behind.toggleAttribute('data-last', row.matches(':last-child'))
  row.dataset['swiped'] = ''
  behind.parentElement?.toggleAttribute('data-swiping', true)
}

async function finish(row: HTMLElement, behind: HTMLElement, side: Side | null): Promise<void> {
  const product = useOpenList.getState().products.get(row.dataset['row'] ?? '')
  behind.toggleAttribute('data-enough', side !== null)
  if (product && side === 'left') {
    await glide(row, `translateX(${-row.offsetWidth}px)`)
    if (await deleteWithUndo([product.id])) return put(row, behind)
  }
  if (product && side === 'right') void setBought(product, !product.productStatus, { offersUndo: true })
  await glide(row, 'none')
  put(row, behind)
}

/** Puts the row back in its place, if it still exists, and hides the element behind it. */
function put(row: HTMLElement, behind: HTMLElement): void {
  row.style.transform = ''
  delete row.dataset['swiped']
  behind.removeAttribute('data-enough')
  delete behind.dataset['says']
  behind.parentElement?.removeAttribute('data-swiping')
}

async function glide(row: HTMLElement, transform: string): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const gliding = row.animate({ transform }, { duration: still ? 0 : backMs, easing: 'ease-out' })
  // Rejects if the row is removed meanwhile.
  await gliding.finished.catch(() => undefined)
  row.style.transform = transform
}

/** The state machine of a swipe, without DOM: the direction, the distance, and what releasing the finger would do. */

interface Point {
  x: number
  y: number
  /** in ms */
  at: number
}

/** left deletes, right ticks */
export type Side = 'left' | 'right'

export type Swipe =
  /** not known yet whether this is a swipe, a scroll or a press */
  | { state: 'pressed'; from: Point; width: number; may: readonly Side[] }
  | { state: 'moving'; from: Point; width: number; side: Side; far: number; trail: readonly Point[] }
  /** not a swipe, or cancelled */
  | { state: 'over' }

/** Movements of less than this many px count as the tremor of a pressing finger. */
const slop = 12
/** Width in px of the screen's edges, where the browser's own back gesture begins. */
const edge = 24
/** Releasing the finger beyond this share of the row's width runs the action. */
const enough = 0.4
/** A flick runs the action at any distance of at least `flickFar` px: px/ms, measured over the last `flickMs` ms. */
const flickSpeed = 0.5
const flickMs = 100
const flickFar = 32

const over: Swipe = { state: 'over' }

/** Begins a swipe. `width`: the row's, `screen`: the screen's width in px; `may`: the directions the user may swipe. */
export function press(
  from: Point,
  { width, screen, may }: { width: number; screen: number; may: readonly Side[] },
): Swipe {
  const atEdge = from.x < edge || from.x > screen - edge
  return atEdge || may.length === 0 ? over : { state: 'pressed', from, width, may }
}

export function move(swipe: Swipe, to: Point): Swipe {
  if (swipe.state === 'over') return swipe
  const { from, width } = swipe
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (swipe.state === 'moving') {
    const { side } = swipe
    const trail = [...swipe.trail.filter(({ at }) => to.at - at <= flickMs), to]
    return { state: 'moving', from, width, side, far: farTo(side, dx, width), trail }
  }
  if (Math.max(Math.abs(dx), Math.abs(dy)) < slop) return swipe
  const side = dx < 0 ? 'left' : 'right'
  if (Math.abs(dx) < 2 * Math.abs(dy) || !swipe.may.includes(side)) return over
  return { state: 'moving', from, width, side, far: farTo(side, dx, width), trail: [to] }
}

/** Returns how far the row moves, in px from where it began to follow: never the other way, at most its width. */
function farTo(side: Side, dx: number, width: number): number {
  return Math.min(width, Math.max(0, (side === 'left' ? -dx : dx) - slop))
}

/** Returns whether releasing here, without a flick, runs the action. */
export function isFarEnough(swipe: Swipe): boolean {
  return swipe.state === 'moving' && swipe.far >= enough * swipe.width
}

/** Returns the action that releasing runs; null: the row springs back. */
export function release(swipe: Swipe, at: number): Side | null {
  if (swipe.state !== 'moving') return null
  const { side, trail, far } = swipe
  const [first, last] = [trail.find((point) => at - point.at <= flickMs), trail.at(-1)]
  const way = first && last ? (side === 'left' ? first.x - last.x : last.x - first.x) : 0
  const isFlick = far >= flickFar && first !== undefined && way / Math.max(1, at - first.at) >= flickSpeed
  // A fast movement back just before the release cancels the swipe.
  if (first !== undefined && way < 0 && -way / Math.max(1, at - first.at) >= flickSpeed) return null
  return isFlick || isFarEnough(swipe) ? side : null
}
