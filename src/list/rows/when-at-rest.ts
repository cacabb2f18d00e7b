import { flushSync } from 'react-dom'

/** Rows that came while the page was scrolled, and how each gets its fields. */
const waiting = new Map<Element, () => void>()

/** So long after the last scroll the page rests. */
const restMs = 100
/** So few at a time that no key and no finger waits for them. */
const atOnce = 4
let timer: ReturnType<typeof setTimeout> | undefined
let stop: AbortController | null = null

function restart(): void {
  clearTimeout(timer)
  timer = setTimeout(drawSomeFields, restMs)
}

function isSeen(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Those that are seen come first. */
function drawSomeFields(): void {
  const rows = [...waiting.keys()]
  const next = [...rows.filter(isSeen), ...rows.filter((row) => !isSeen(row))].slice(0, atOnce)
  for (const row of next) give(row)
  if (waiting.size > 0) timer = setTimeout(drawSomeFields)
}

function give(row: Element): void {
  const come = waiting.get(row)
  forget(row)
  come?.()
}

function forget(row: Element): void {
  waiting.delete(row)
  if (waiting.size > 0) return
  clearTimeout(timer)
  stop?.abort()
  stop = null
}

/** Whoever presses a key or the mouse in the list means the fields. */
export function drawAllFields(): void {
  if (waiting.size > 0) flushSync(() => [...waiting.keys()].forEach(give))
}

function listen(): void {
  stop = new AbortController()
  const { signal } = stop
  addEventListener('scroll', restart, { passive: true, signal })
  addEventListener('pointerdown', drawAllFields, { capture: true, signal })
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Tab' || (target instanceof Element && target.closest('[data-row]'))) drawAllFields()
    },
    { capture: true, signal },
  )
  restart()
}

/** Calls `come` once the page is no longer scrolled, or somebody begins to use the list; returns how to stop. */
export function whenAtRest(row: Element, come: () => void): () => void {
  waiting.set(row, come)
  if (!stop) listen()
  return () => forget(row)
}
