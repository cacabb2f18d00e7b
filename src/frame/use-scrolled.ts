import { useSyncExternalStore } from 'react'

/** Asking the browser makes it lay out the page at once, so it is asked when it scrolled and not at each drawing. */
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

/** True from `pixels` of scroll on; draws again only when that line is crossed. */
export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrolled >= pixels)
}
