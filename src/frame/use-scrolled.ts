import { useSyncExternalStore } from 'react'

/** Reading `scrollY` forces a layout, so it is read when the page scrolls, not at each render. */
let scrolled = 0

function subscribe(changed: () => void) {
  const check = () => {
    scrolled = scrollY
    changed()
  }
  check()
  addEventListener('scroll', check, { passive: true })
  return () => removeEventListener('scroll', check)
}

/** Returns whether the page is scrolled by at least `pixels`; renders again only when that changes. */
export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrolled >= pixels)
}
