import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** About 2 screens above and below the viewport. */
const margin = '1600px 0px'

const watched = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | null = null

function watch(element: Element, came: () => void): () => void {
  observer ??= new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) watched.get(target)?.()
    },
    { rootMargin: margin },
  )
  watched.set(element, came)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Returns false until the element is near the viewport for the first time, and true from then on. In a virtualized list
 * (`comesAndGoes`) every mounted row is near, so there it turns true once the page is not being scrolled.
 * `fromTheStart`: true from the first render.
 */
export function useNear(
  ref: RefObject<Element | null>,
  fromTheStart: boolean,
  comesAndGoes: boolean,
): boolean {
  const [near, setNear] = useState(fromTheStart)
  useEffect(() => {
    if (near || !ref.current) return
    return (comesAndGoes ? whenAtRest : watch)(ref.current, () => setNear(true))
  }, [near, ref, comesAndGoes])
  return near || fromTheStart
}

/** Rows mounted during a scroll, each with the callback that renders its fields. */
const waiting = new Map<Element, () => void>()

/** Time in ms after the last scroll until the page counts as at rest. */
const restMs = 100
/** Rows per batch: few enough not to delay key presses and touches. */
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

/** Renders the fields of one batch of rows, visible rows first. */
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

/** Renders all waiting fields synchronously, since a press or a key in the list needs them at once. */
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

/** Calls `come` once scrolling has stopped, or at once when the user presses or types; returns the cancel function. */
function whenAtRest(row: Element, come: () => void): () => void {
  waiting.set(row, come)
  if (!stop) listen()
  return () => forget(row)
}
