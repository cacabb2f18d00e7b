import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useRef } from 'react'
import { useOpenList } from '../state/open-list.ts'
import { AddRow } from './add-row.tsx'
import { deleteWithUndo } from './bought.ts'
import { focusAfterDelete, moveBetweenRows } from './move-focus.ts'
import { useGrowing } from './use-growing.ts'
import { WideRow } from './wide-row.tsx'
import classes from './wide-table.module.css'

/** Up to here all rows have their fields from the start; in longer lists only the first ones. */
const mostFull = 300
const firstFull = 60

/** The list as a table that is as quick as a spreadsheet. */
export function WideTable() {
  const { t } = useLingui()
  const order = useOpenList((state) => state.order)
  const shown = useGrowing(order.length)
  const many = order.length > mostFull
  const table = useRef<HTMLDivElement>(null)
  const onDelete = useCallback((id: string) => {
    const refocus = focusAfterDelete(table.current, id, '[data-field="productName"]')
    void deleteWithUndo([id]).then((deleted) => deleted && refocus())
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of all fields inside
    <div
      ref={table}
      role="table"
      aria-label={t`Products`}
      aria-rowcount={order.length + 2}
      className={classes.table}
      onKeyDown={moveBetweenRows}
    >
      <div role="row" aria-rowindex={1} className={classes.headings}>
        <div role="columnheader" aria-label={t`Bought`} />
        <div role="columnheader">
          <Trans>Category</Trans>
        </div>
        <div role="columnheader">
          <Trans>Product</Trans>
        </div>
        <div role="columnheader" data-number>
          <Trans>Price</Trans>
        </div>
        <div role="columnheader" data-number>
          <Trans>Quantity</Trans>
        </div>
        <div role="columnheader">
          <Trans>Unit</Trans>
        </div>
        <div role="columnheader" className={classes.lastField}>
          <Trans>Shop</Trans>
        </div>
        <div role="columnheader" aria-label={t`Delete`} />
      </div>
      {order.slice(0, shown).map((id, i) => (
        <WideRow key={id} id={id} index={i + 2} light={many && i >= firstFull} onDelete={onDelete} />
      ))}
      <AddRow index={order.length + 2} />
    </div>
  )
}
