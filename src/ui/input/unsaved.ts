import { useEffect } from 'react'

/** A mark for each form on the page that holds something typed and not saved. */
export const unsaved = new Set<object>()

/** Keeps a mark in `unsaved` for as long as `isTyped`. */
export function useUnsaved(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return
    const mark = {}
    unsaved.add(mark)
    return () => void unsaved.delete(mark)
  }, [isTyped])
}
