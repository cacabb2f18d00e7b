import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { seenRows } from '../rows/drawn-rows.tsx'
import { drawAllFields } from '../rows/when-at-rest.ts'

/** Runs a change that remounts the rows. No row in view moves, and the focus stays at its place. */
export function remount(root: RefObject<HTMLElement | null>, change: () => void): void {
  const focused = root.current?.querySelector<HTMLElement>(':focus')
  const at = focused && placeIn(focused)
  keepInPlace(root.current, () => flushSync(change))
  if (!at) return
  drawAllFields()
  reachable(root.current?.querySelector(`[data-row="${at.row}"]`))[at.index]?.focus()
}

/**
 * Runs a change that remounts the rows, without a move of those in view. A new row has its assumed height until it is
 * drawn, so all of them are drawn for two frames; the browser remembers their heights from then on.
 */
function keepInPlace(list: HTMLElement | null, change: () => void): void {
  const seen = seenRows(list).at(-1)
  const before = seen?.getBoundingClientRect().top
  const around = list?.parentElement
  if (around) around.dataset['drawn'] = ''
  change()
  const same = document.querySelector(`[data-row="${seen?.dataset['row']}"]`)
  if (before !== undefined && same)
    scrollBy({ top: same.getBoundingClientRect().top - before, behavior: 'instant' })
  requestAnimationFrame(() => requestAnimationFrame(() => delete around?.dataset['drawn']))
}

function reachable(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('button, input, select, [tabindex]') ?? [])]
}

/** The place of the focus, in terms that survive a remount of the row. */
function placeIn(focused: HTMLElement): { row: string; index: number } {
  const row = focused.closest<HTMLElement>('[data-row]')
  return { row: row?.dataset['row'] ?? '', index: reachable(row).indexOf(focused) }
}
