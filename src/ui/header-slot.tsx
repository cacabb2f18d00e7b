import { type ReactNode, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

type Place = 'title' | 'end'

interface Slots extends Record<Place, HTMLElement | null> {
  /** how many places the page fills */
  filled: number
}

const useSlots = create<Slots>(() => ({ title: null, end: null, filled: 0 }))
const fill = (by: 1 | -1) => useSlots.setState(({ filled }) => ({ filled: filled + by }))

const setters: Record<Place, (element: HTMLElement | null) => void> = {
  title: (title) => useSlots.setState({ title }),
  end: (end) => useSlots.setState({ end }),
}

/** A place in the header that a page may fill with `InHeader`; otherwise it is empty. */
export function HeaderSlot({ at, className }: { at: Place; className?: string }) {
  return <div ref={setters[at]} className={className} data-slot={at} />
}

/** Returns whether a page fills a place. CSS cannot: WebKit sometimes misses that `:has(:not(:empty))` became true. */
export function useIsHeaderFilled(): boolean {
  return useSlots(({ filled }) => filled > 0)
}

/** Renders its children in the header instead of in the page, so that on a phone a list has one bar, not two. */
export function InHeader({ at, children }: { at: Place; children: ReactNode }) {
  const slot = useSlots((slots) => slots[at])
  useLayoutEffect(() => {
    fill(1)
    return () => fill(-1)
  }, [])
  return slot && createPortal(children, slot)
}
