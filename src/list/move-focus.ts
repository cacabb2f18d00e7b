import type { KeyboardEvent } from 'react'

/** The rows of the table in their order, the adding one last. */
function rowsIn(table: Element): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>('[data-row]')]
}

function focusField(row: Element | undefined, field: string | undefined): boolean {
  const wanted = row?.querySelector<HTMLElement>(`[data-field="${field ?? 'productName'}"]`)
  if (!wanted) return false
  wanted.focus()
  if (wanted instanceof HTMLInputElement && wanted.type === 'text') wanted.select()
  return true
}

/** Arrow up and down, and Enter downwards, go to the same field of another row. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (
    event.defaultPrevented ||
    event.nativeEvent.isComposing ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return
  const down = key === 'ArrowDown' || key === 'Enter'
  if (!down && key !== 'ArrowUp') return
  if (!(target instanceof HTMLInputElement)) return
  const row = target.closest('[data-row]')
  const rows = rowsIn(currentTarget)
  const at = rows.findIndex((other) => other === row)
  if (at < 0) return
  if (focusField(rows[at + (down ? 1 : -1)], target.dataset['field'])) event.preventDefault()
}

/** After a delete: the row that took its place, else the one before, which may be the adding one. */
export function focusAfterDelete(table: Element | null, deleted: string, selector: string): () => void {
  if (!table) return () => undefined
  const rows = rowsIn(table)
  const at = rows.findIndex((row) => row.dataset['row'] === deleted)
  const next = rows[at + 1] ?? rows[at - 1]
  return () => next?.querySelector<HTMLElement>(selector)?.focus()
}
