/** A finger on a row, as a machine without a screen: which way it goes, how far, and what letting go would do. */

export interface Point {
  x: number
  y: number
  /** in ms */
  at: number
}

/** left deletes, right ticks */
export type Side = 'left' | 'right'

export type Swipe =
  /** not known yet whether it swipes, scrolls or presses */
  | { state: 'pressed'; from: Point; width: number; may: readonly Side[] }
  | { state: 'moving'; from: Point; width: number; side: Side; far: number; trail: readonly Point[] }
  /** something else, or called off */
  | { state: 'over' }

/** Before it has gone so far, a finger that presses may tremble. */
const slop = 12
/** The browser's own swipe back begins at the edge of the screen. */
const edge = 24
/** Let go beyond this part of the width, it is done. */
const enough = 0.4
/** A flick, which needs no way: px per ms over the last moment, and so many px at least. */
const flickSpeed = 0.5
const flickMs = 100
const flickFar = 32

export const over: Swipe = { state: 'over' }

/** `may`: what the person may do to this row; `screen`: the width of the screen. */
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

/** How far the row follows, from where it began to: never the other way, and no further than its width. */
function farTo(side: Side, dx: number, width: number): number {
  return Math.min(width, Math.max(0, (side === 'left' ? -dx : dx) - slop))
}

/** Whether letting go here, without a flick, would do it. */
export function isFarEnough(swipe: Swipe): boolean {
  return swipe.state === 'moving' && swipe.far >= enough * swipe.width
}

/** What letting go does; null: the row springs back. */
export function release(swipe: Swipe, at: number): Side | null {
  if (swipe.state !== 'moving') return null
  const { side, trail, far } = swipe
  const [first, last] = [trail.find((point) => at - point.at <= flickMs), trail.at(-1)]
  const way = first && last ? (side === 'left' ? first.x - last.x : last.x - first.x) : 0
  const isFlick = far >= flickFar && first !== undefined && way / Math.max(1, at - first.at) >= flickSpeed
  // Whoever moves back before letting go has thought better of it.
  if (first !== undefined && way < 0 && -way / Math.max(1, at - first.at) >= flickSpeed) return null
  return isFlick || isFarEnough(swipe) ? side : null
}
