import { type RefObject, useEffect, useState } from 'react'
import { whenAtRest } from './when-at-rest.ts'

/** Two screens above and below what is seen. */
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
 * False until the element has come near the part of the page that is seen; from then on true. Of a list whose rows
 * come and go all are near, and what counts is that the page is not scrolled past them.
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
