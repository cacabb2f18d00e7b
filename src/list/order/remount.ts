import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { drawAllFields } from '../rows/when-at-rest.ts'

/** Runs a change that remounts the rows. The visible rows do not move, and the focus stays where it was. */
export function remount(root: RefObject<HTMLElement | null>, change: () => void): void {
  const focused = root.current?.querySelector<HTMLElement>(':focus')
  const at = focused && placeIn(focused)
  keepHeights(root.current, () => flushSync(change))
  if (!at) return
  drawAllFields()
  reachable(root.current?.querySelector(`[data-row="${at.row}"]`))[at.index]?.focus()
}

/** Gives each new row the height of the row it replaces, as its assumed height until the browser paints it. */
function keepHeights(list: HTMLElement | null, change: () => void): void {
  const rowsOf = (inside: ParentNode | null | undefined) => [
    ...(inside?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
  ]
  const around = list?.parentElement
  const heights = new Map(rowsOf(list).map((row) => [row.dataset['row'], contentHeight(row)]))
  change()
  for (const row of rowsOf(around)) {
    const height = heights.get(row.dataset['row'])
    if (height !== undefined) row.style.containIntrinsicBlockSize = `auto ${height}px`
  }
}

function contentHeight(row: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(row)
  const border = row.offsetHeight - row.clientHeight
  return (
    row.getBoundingClientRect().height -
    border -
    Number.parseFloat(paddingTop) -
    Number.parseFloat(paddingBottom)
  )
}

function reachable(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('button, input, select, [tabindex]') ?? [])]
}

/** Describes where the focus is, by row id and index in the row, so that it can be found again after a remount. */
function placeIn(focused: HTMLElement): { row: string; index: number } {
  const row = focused.closest<HTMLElement>('[data-row]')
  return { row: row?.dataset['row'] ?? '', index: reachable(row).indexOf(focused) }
}
