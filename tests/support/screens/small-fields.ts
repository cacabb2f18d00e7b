/**
 * Returns the visible fields whose text is smaller than 16 px. Runs in the page. An iPhone zooms in when such a field
 * gets the focus, and does not zoom out again.
 */
export function smallFields(): string[] {
  const typed =
    'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color]), select, textarea'
  return [...document.querySelectorAll<HTMLElement>(typed)].flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    const name = field.ariaLabel ?? field.getAttribute('placeholder') ?? field.id
    return field.checkVisibility() && size < 16 ? [`${name}: ${size} px`] : []
  })
}
