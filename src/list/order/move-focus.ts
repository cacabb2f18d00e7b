import type { KeyboardEvent } from 'react'

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
 * Handles spreadsheet keys: arrows and Enter move in the column, Home and End to the ends of the row, and with Ctrl or
 * Cmd to the ends of the table.
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
    const end = first ? rows[0] : rows.find((row) => Number(row.ariaRowIndex) === last)
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
