import { useSyncExternalStore } from 'react'

/** Returns whether the element takes text, so that letter keys must not act as shortcuts. */
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
  // The focus reaches its new element only after this event, so wait for the next frame.
  const later = () => requestAnimationFrame(changed)
  document.addEventListener('focusout', later)
  return () => {
    document.removeEventListener('focusin', changed)
    document.removeEventListener('focusout', later)
  }
}

/** Returns whether the user is typing now; interruptions that they did not ask for wait until they stop. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, () => isTyping(document.activeElement))
}
