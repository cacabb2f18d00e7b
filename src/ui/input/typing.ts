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

/** Returns whether this is a number field, whose value is mostly replaced and seldom corrected. */
function isNumber(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.inputMode === 'decimal'
}

/**
 * Selects the text of a number field when it gets the focus, so that typing replaces it; the next press places the
 * caret. Returns the stop function.
 */
export function watchNumbers(): () => void {
  let before: Element | null = null
  const watch = new AbortController()
  const { signal } = watch
  document.addEventListener('pointerdown', () => (before = document.activeElement), {
    capture: true,
    signal,
  })
  const onFocus = ({ target }: FocusEvent) => {
    if (isNumber(target)) target.select()
  }
  document.addEventListener('focusin', onFocus, { signal })
  // The press that gave the focus has placed the caret afterwards, so select again.
  const onClick = ({ target }: MouseEvent) => {
    if (isNumber(target) && target !== before && target.selectionStart === target.selectionEnd)
      target.select()
  }
  document.addEventListener('click', onClick, { signal })
  return () => watch.abort()
}
