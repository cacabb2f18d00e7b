import type { KeyboardEvent } from 'react'

/** The fields at which Tab stops in a row, besides its box. The others are reached by the arrow keys. */
export const tabStops: ReadonlySet<string> = new Set(['productName', 'price', 'quantity'])

/** Returns the table's rows in order, the row for a new product last. */
function rowsIn(table: Element): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>('[data-row]')]
}

function focusElement(wanted: HTMLElement | null | undefined): boolean {
  if (!wanted) return false
  wanted.focus()
  if (wanted instanceof HTMLInputElement && wanted.type === 'text') wanted.select()
  return true
}

function focusField(row: Element | undefined, field: string | undefined): boolean {
  const named = row?.querySelector<HTMLElement>(`[data-field="${field ?? 'productName'}"]`)
  return focusElement(named ?? row?.querySelector<HTMLElement>('[data-field="productName"]'))
}

/**
 * Handles spreadsheet keys: up, down and Enter move in the column, left and right in the row, Home and End to the ends
 * of the row, and with Ctrl or Cmd to the ends of the table. Tab stops only at what is changed most, see `tabStops`.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: table } = event
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.altKey || event.shiftKey) return
  if (!(target instanceof HTMLElement) || target.dataset['field'] === undefined) return
  const ends = key === 'Home' || key === 'End'
  if (event.ctrlKey || event.metaKey) {
    if (ends) toEndOfTable(event, table, target)
    return
  }
  if (ends) toEndOfRow(event, target)
  else if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter') toNextRow(event, table, target)
  else if (key === 'ArrowLeft' || key === 'ArrowRight') toNextField(event, target)
}

/**
 * Focuses the field to the left or right. In a text the arrows move the text cursor first, unless the whole text is
 * selected, as it is after each move between fields.
 */
function toNextField(event: KeyboardEvent, target: HTMLElement): void {
  const isRight = event.key === 'ArrowRight'
  if (target instanceof HTMLInputElement && target.type === 'text') {
    const { value, selectionStart: from, selectionEnd: to } = target
    const isWhole = from === 0 && to === value.length
    const isAtEdge = from === to && from === (isRight ? value.length : 0)
    if (!isWhole && !isAtEdge) return
  }
  const row = target.closest('[data-row]')
  const all = [...(row?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const fields = all.filter((field) => field.checkVisibility())
  const next = fields[fields.indexOf(target) + (isRight ? 1 : -1)]
  if (focusElement(next)) event.preventDefault()
}

function toNextRow(event: KeyboardEvent, table: Element, target: HTMLElement): void {
  const field = target instanceof HTMLInputElement
  // A select uses the arrow keys itself, and Enter must still press a button.
  if (target instanceof HTMLSelectElement || (event.key === 'Enter' && !field)) return
  const row = target.closest('[data-row]')
  const rows = rowsIn(table)
  const at = rows.findIndex((other) => other === row)
  if (at < 0) return
  const next = rows[at + (event.key === 'ArrowUp' ? -1 : 1)]
  if (focusField(next, target.dataset['field'])) event.preventDefault()
}

/** Focuses the first or last field of the row. While the user is typing, Home and End move the text cursor instead. */
function toEndOfRow(event: KeyboardEvent, target: HTMLElement): void {
  if (target.dataset['typing'] || target instanceof HTMLSelectElement) return
  const fields = [...(target.closest('[data-row]')?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  if (focusElement(event.key === 'Home' ? fields[0] : fields.at(-1))) event.preventDefault()
}

/** Focuses a field of the first or last row. A long list renders it only after scrolling there, so retry each frame. */
function toEndOfTable(event: KeyboardEvent, table: Element, target: HTMLElement): void {
  event.preventDefault()
  const first = event.key === 'Home'
  window.scrollTo({ top: first ? 0 : document.documentElement.scrollHeight, behavior: 'instant' })
  const field = target.dataset['field']
  const last = Number(table.ariaRowCount) - 1
  let frames = 60
  const focusEnd = () => {
    const rows = rowsIn(table).filter((row) => row.dataset['row'] !== '')
    const isPart = rows.some((row) => row.ariaRowIndex !== null)
    const end = first ? rows[0] : isPart ? rows.find((row) => Number(row.ariaRowIndex) === last) : rows.at(-1)
    if (!focusField(end, field) && frames-- > 0) requestAnimationFrame(focusEnd)
  }
  requestAnimationFrame(focusEnd)
}

/**
 * Returns a function that moves the focus after a delete: to the next row, which may be the row for a new product, or
 * else to the previous one. Call it before the delete, and the result after it.
 */
export function focusAfterDelete(table: Element | null, deleted: string, selector: string): () => void {
  if (!table) return () => undefined
  const rows = rowsIn(table)
  const at = rows.findIndex((row) => row.dataset['row'] === deleted)
  const next = rows[at + 1] ?? rows[at - 1]
  return () => next?.querySelector<HTMLElement>(selector)?.focus()
}
