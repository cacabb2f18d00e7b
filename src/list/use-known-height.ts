import { type RefObject, useLayoutEffect } from 'react'

/** Sets --list-footer to the height of the bottom bar in px; the row for a new product is placed above it. */
export function useKnownHeight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    const tell = () =>
      document.documentElement.style.setProperty('--list-footer', `${current.offsetHeight}px`)
    const sizes = new ResizeObserver(tell)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [ref])
}
