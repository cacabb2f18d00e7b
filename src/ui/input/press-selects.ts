/** Fields of numbers, which are mostly replaced and seldom corrected. */
function isNumber(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.inputMode === 'decimal'
}

/** Coming into a number selects it, so that typing replaces it; the next press places the caret. */
export function watchNumbers(): void {
  let before: Element | null = null
  document.addEventListener('pointerdown', () => (before = document.activeElement), true)
  document.addEventListener('focusin', ({ target }) => {
    if (isNumber(target)) target.select()
  })
  // The press that brought the focus has placed the caret after that.
  document.addEventListener('click', ({ target }) => {
    if (isNumber(target) && target !== before && target.selectionStart === target.selectionEnd)
      target.select()
  })
}
