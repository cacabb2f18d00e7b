import { useSyncExternalStore } from 'react'

/** Reading `scrollY` forces a layout, so it is read when the page scrolls and not at each render. */
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

/** True from `pixels` of scroll on; re-renders only when that line is crossed. */
export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrolled >= pixels)
}
