import { Plural, useLingui } from '@lingui/react/macro'
import { useCallback, useRef, useState } from 'react'
import { deleteWithUndo } from '../shop/bought.ts'
import { focusAfterDelete } from '../order/move-focus.ts'
import { CategoryMark } from '../pictures/category-mark.tsx'
import { Rows, type RowsProps } from './rows.tsx'
import { useSelection } from '../select/selection.ts'
import classes from './small-list.module.css'
import { SmallRow } from './small-row.tsx'
import { SwipeRows } from '../swipe/swipe-rows.tsx'
import type { Items } from './use-items.ts'

/** The list on a phone. A row can be ticked and expands to show its fields; one row is expanded at a time. */
export function SmallList({ shown }: { shown: Items }) {
  const { t } = useLingui()
  const { items, own } = shown
  const grouped = items[0]?.kind === 'heading'
  const list = useRef<HTMLDivElement>(null)
  const selecting = useSelection((selection) => selection.on)
  const [open, setOpen] = useState<string | null>(null)
  const onToggle = useCallback((id: string) => setOpen((now) => (now === id ? null : id)), [])
  const onDelete = useCallback((id: string) => {
    // Focus the button that expands the row, not a field: a field would open the keyboard.
    const refocus = focusAfterDelete(list.current, id, '[aria-expanded]')
    void deleteWithUndo([id]).then((deleted) => deleted && refocus())
  }, [])
  const row: RowsProps['row'] = useCallback(
    (id, place) => (
      <SmallRow
        key={id}
        id={id}
        {...place}
        open={open === id && !selecting}
        grouped={grouped}
        onToggle={onToggle}
        onDelete={onDelete}
      />
    ),
    [open, selecting, grouped, onToggle, onDelete],
  )
  const heading: RowsProps['heading'] = ({ key, category, count }, { index, measure }) => (
    <li key={key} ref={measure} data-index={index} className={classes.group}>
      <CategoryMark name={category} />
      <h2>{category || t`Other`}</h2>
      <span>
        <Plural value={count} one="# product" other="# products" />
      </span>
    </li>
  )
  if (items.length === 0) return null
  return (
    <div ref={list}>
      <SwipeRows>
        <Rows
          items={items}
          estimate={57}
          label={t`Products`}
          className={classes.list}
          canDrag={own && !selecting}
          row={row}
          heading={heading}
        />
      </SwipeRows>
    </div>
  )
}
