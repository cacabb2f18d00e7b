import { useLingui } from '@lingui/react/macro'
import { useCallback, useRef, useState } from 'react'
import { useOpenList } from '../state/open-list.ts'
import { deleteWithUndo } from './bought.ts'
import { focusAfterDelete } from './move-focus.ts'
import { SmallRow } from './small-row.tsx'
import classes from './small-list.module.css'
import { useGrowing } from './use-growing.ts'

/** The list for a phone: a row to tick, which opens into its fields. One is open at a time. */
export function SmallList() {
  const { t } = useLingui()
  const order = useOpenList((state) => state.order)
  const shown = useGrowing(order.length)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<string | null>(null)
  const onToggle = useCallback((id: string) => setOpen((now) => (now === id ? null : id)), [])
  const onDelete = useCallback((id: string) => {
    // The opener and not a field: that would bring the keyboard up.
    const refocus = focusAfterDelete(list.current, id, '[aria-expanded]')
    void deleteWithUndo([id]).then((deleted) => deleted && refocus())
  }, [])
  if (order.length === 0) return null
  return (
    <ul ref={list} className={classes.list} aria-label={t`Products`}>
      {order.slice(0, shown).map((id) => (
        <SmallRow key={id} id={id} open={open === id} onToggle={onToggle} onDelete={onDelete} />
      ))}
    </ul>
  )
}
