import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { select, selectAll, useSelection } from './selection.ts'
import { useShown } from '../shown.ts'
import classes from '../rows/fields.module.css'

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
