/** The state machine of a swipe, without DOM: the direction, the distance, and what releasing the finger would do. */

export interface Point {
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

export const over: Swipe = { state: 'over' }

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
