import type { Page } from '@playwright/test'

/**
 * Returns the elements that cannot be pressed even when scrolled into view, and whether the page scrolls sideways. All
 * in one call, because a list has hundreds of fields.
 */
export function unreachable(page: Page, targets: string): Promise<string[]> {
  return page.evaluate(async (targets) => {
    const wrong: string[] = []
    // After a resize the page gets its new width only in a later frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
    const { scrollWidth, clientWidth } = document.documentElement
    // Firefox rounds the two differently.
    if (scrollWidth > clientWidth + 1) wrong.push(`scrolls sideways: ${scrollWidth} in ${clientWidth}`)
    const isHit = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const label = element.closest('label')
      return hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(hit) === true)
    }
    const name = (element: Element) =>
      element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.tagName
    for (const element of document.querySelectorAll(targets)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      let hit = isHit(element)
      for (const block of ['nearest', 'center', 'end', 'start'] as const) {
        if (hit) break
        element.scrollIntoView({ block, behavior: 'instant' })
        hit = isHit(element)
      }
      const { left, right } = element.getBoundingClientRect()
      if (!hit) wrong.push(`covered: ${name(element)}`)
      if (left < -0.5 || right > clientWidth + 0.5) wrong.push(`cut: ${name(element)}`)
    }
    return wrong
  }, targets)
}
