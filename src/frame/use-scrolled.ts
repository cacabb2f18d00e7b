import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** True from `pixels` of scroll on; draws again only when that line is crossed. */
export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrollY >= pixels)
}
