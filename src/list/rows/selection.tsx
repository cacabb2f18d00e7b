import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { noSelection, useListViews } from '../state/view.ts'
import classes from './fields.module.css'

export function startSelecting(id?: string): void {
  useListViews.setState({ selection: { on: true, ids: new Set(id ? [id] : []), last: id ?? null } })
}

export function stopSelecting(): void {
  useListViews.setState({ selection: noSelection })
}

/** Selects or unselects a row; with `range`, all rows from the last one on. `shown`: the ids in visible order. */
export function select(id: string, chosen: boolean, shown: readonly string[], range: boolean): void {
  useListViews.setState(({ selection: { on, ids, last } }) => {
    const next = new Set(ids)
    for (const one of range && last ? between(shown, last, id) : [id])
      if (chosen) next.add(one)
      else next.delete(one)
    return { selection: { on, ids: next, last: id } }
  })
}

export function selectAll(shown: readonly string[]): void {
  useListViews.setState(({ selection: { on } }) => ({ selection: { on, ids: new Set(shown), last: null } }))
}

function between(shown: readonly string[], from: string, to: string): readonly string[] {
  const ends = [shown.indexOf(from), shown.indexOf(to)]
  if (ends.includes(-1)) return [to]
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1)
}

/** A box that selects a row; with Shift, all rows from the last selected one. */
export function SelectBox({ id, name, htmlId }: { id: string; name: string; htmlId?: string }) {
  const { t } = useLingui()
  const chosen = useListViews(({ selection }) => selection.ids.has(id))
  // In Firefox, a change by Space does not report the Shift key.
  const shifted = useRef(false)
  return (
    <input
      type="checkbox"
      id={htmlId}
      className={classes.tick}
      data-field="position"
      aria-label={t`Select: ${name}`}
      checked={chosen}
      onKeyDown={({ key, shiftKey }) => {
        shifted.current = key === ' ' && shiftKey
      }}
      onChange={({ target, nativeEvent }) => {
        const range = shifted.current || (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        shifted.current = false
        select(id, target.checked, useListViews.getState().shown.ids, range)
      }}
    />
  )
}

/** A box in the column heading that selects everything shown, or nothing. */
export function SelectAllBox() {
  const { t } = useLingui()
  const ids = useListViews(({ shown }) => shown.ids)
  const chosen = useListViews(({ selection }) => selection.ids)
  const all = ids.length > 0 && ids.every((id) => chosen.has(id))
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = !all && chosen.size > 0
      }}
      type="checkbox"
      className={classes.tick}
      aria-label={t`Select all`}
      checked={all}
      onChange={() => selectAll(all ? [] : ids)}
    />
  )
}
