/**
 * Runs in the page. Returns the texts of buttons, links and tabs that are cut off. What ends with an ellipsis, as a
 * person's own names do, may be.
 */
export function clippedTexts(): string[] {
  const found: string[] = []
  for (const control of document.querySelectorAll('button, a[href], [role="tab"], [role="menuitem"]'))
    for (const element of [control, ...control.querySelectorAll('*')]) {
      const { overflowX, overflowY, textOverflow, visibility } = getComputedStyle(element)
      const text = element.textContent?.trim() ?? ''
      if (
        text === '' ||
        textOverflow === 'ellipsis' ||
        visibility === 'hidden' ||
        element.closest('[aria-hidden="true"]')
      )
        continue
      const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const isHigh = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1
      // One pixel in size: for screen readers only.
      if ((isWide || isHigh) && element.clientWidth > 1)
        found.push(`'${text.slice(0, 60)}' in ${control.tagName.toLowerCase()}`)
    }
  return found
}
