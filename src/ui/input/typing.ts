import { useSyncExternalStore } from 'react'

/** Somebody writes there, so that letters are letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

function subscribe(changed: () => void) {
  document.addEventListener('focusin', changed)
  // By then the focus is where it goes.
  const later = () => requestAnimationFrame(changed)
  document.addEventListener('focusout', later)
  return () => {
    document.removeEventListener('focusin', changed)
    document.removeEventListener('focusout', later)
  }
}

/** Whether somebody is writing right now: what nobody asked for waits until they are not. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, () => isTyping(document.activeElement))
}
