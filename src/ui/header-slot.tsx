import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

type Place = 'title' | 'end'

const useSlots = create<Record<Place, HTMLElement | null>>(() => ({ title: null, end: null }))

const setters: Record<Place, (element: HTMLElement | null) => void> = {
  title: (title) => useSlots.setState({ title }),
  end: (end) => useSlots.setState({ end }),
}

/** A place in the header that a page may fill; it is empty unless one does. */
export function HeaderSlot({ at, className }: { at: Place; className?: string }) {
  return <div ref={setters[at]} className={className} data-slot={at} />
}

/** Shown in the header instead of in the page: on a phone a list has one bar, not two. */
export function InHeader({ at, children }: { at: Place; children: ReactNode }) {
  const slot = useSlots((slots) => slots[at])
  return slot && createPortal(children, slot)
}
