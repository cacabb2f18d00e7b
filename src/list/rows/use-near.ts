import { type RefObject, useEffect, useState } from 'react'
import { whenAtRest } from './when-at-rest.ts'

/** About 2 screens above and below the viewport. */
const margin = '1600px 0px'

const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | null = null

function watch(element: Element, came: () => void): () => void {
  observer ??= new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) waiting.get(target)?.()
    },
    { rootMargin: margin },
  )
  waiting.set(element, came)
  observer.observe(element)
  return () => {
    waiting.delete(element)
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
