import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { accountStore } from '../../state/account-store.ts'
import { useShown } from '../shown.ts'
import classes from './fields.module.css'

interface Selection {
  /** selection mode is on */
  on: boolean
  ids: ReadonlySet<string>
  /** id of the row where a range with Shift begins */
  last: string | null
}

const none: Selection = { on: false, ids: new Set(), last: null }

/** The products selected to be deleted together. */
export const useSelection = accountStore<Selection>(() => none)

export function startSelecting(id?: string): void {
  useSelection.setState({ on: true, ids: new Set(id ? [id] : []), last: id ?? null })
}

export function stopSelecting(): void {
  useSelection.setState(none)
}

/** Selects or unselects a row; with `range`, all rows from the last one on. `shown`: the ids in visible order. */
export function select(id: string, chosen: boolean, shown: readonly string[], range: boolean): void {
  useSelection.setState(({ ids, last }) => {
    const next = new Set(ids)
    for (const one of range && last ? between(shown, last, id) : [id])
      if (chosen) next.add(one)
      else next.delete(one)
    return { ids: next, last: id }
  })
}

export function selectAll(shown: readonly string[]): void {
  useSelection.setState({ ids: new Set(shown), last: null })
}

function between(shown: readonly string[], from: string, to: string): readonly string[] {
  const ends = [shown.indexOf(from), shown.indexOf(to)]
  if (ends.includes(-1)) return [to]
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1)
}

/** A box that selects a row; with Shift, all rows from the last selected one. */
export function SelectBox({ id, name, htmlId }: { id: string; name: string; htmlId?: string }) {
  const { t } = useLingui()
  const chosen = useSelection((selection) => selection.ids.has(id))
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
        select(id, target.checked, useShown.getState().ids, range)
      }}
    />
  )
}

/** A box in the column heading that selects everything shown, or nothing. */
export function SelectAllBox() {
  const { t } = useLingui()
  const ids = useShown((shown) => shown.ids)
  const chosen = useSelection((selection) => selection.ids)
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
