import { type RefObject, useLayoutEffect } from 'react'

/** Styles know the height of what stands at the bottom of the table as --list-footer: the new product's row stands above it. */
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
