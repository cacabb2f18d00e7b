/** Number fields: their value is mostly replaced and seldom corrected. */
function isNumber(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.inputMode === 'decimal'
}

/** Focusing a number field selects its text, so that typing replaces it; the next press places the caret. */
export function watchNumbers(): void {
  let before: Element | null = null
  document.addEventListener('pointerdown', () => (before = document.activeElement), true)
  document.addEventListener('focusin', ({ target }) => {
    if (isNumber(target)) target.select()
  })
  // The press that gave the focus then placed the caret, so select again.
  document.addEventListener('click', ({ target }) => {
    if (isNumber(target) && target !== before && target.selectionStart === target.selectionEnd)
      target.select()
  })
}
