import { useSyncExternalStore } from 'react'

/** Whether the target takes text, so that letter keys are no shortcuts. */
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
  // In the next frame the focus has reached its new element.
  const later = () => requestAnimationFrame(changed)
  document.addEventListener('focusout', later)
  return () => {
    document.removeEventListener('focusin', changed)
    document.removeEventListener('focusout', later)
  }
}

/** Whether the user is typing now; unrequested interruptions wait until they have stopped. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, () => isTyping(document.activeElement))
}
