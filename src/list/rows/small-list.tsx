import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useRef, memo } from 'react'
import { DuplicateMark, WhoMark } from './marks.tsx'
import { DragHandle } from './drag-handle.tsx'
import { ProductMark } from '../picture/product-mark.tsx'
import { knownIndex, type RowsProps, type RowPlace } from './drawn-rows.tsx'
import { Rows } from './rows.tsx'
import fields from './fields.module.css'
import classes from './small-list.module.css'
import { Tick } from './bought.tsx'
import type { Items } from './use-items.ts'
import { SelectBox, startSelecting } from './selection.tsx'
import { SwipeRows } from './swipe-rows.tsx'
import { useLongPress } from './use-long-press.ts'
import { useOpenSheet } from '../state/use-over-list.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { useListViews } from '../state/view.ts'
import { useCaption } from '../../texts/amounts.tsx'
import { ProductName, WaitingMark } from '../../ui/row-marks.tsx'

/** The list on a phone. A press on a row ticks it, its chevron opens the product's sheet, a long press selects it. */
export function SmallList({ shown }: { shown: Items }) {
  const { t } = useLingui()
  const { items, own, grouped } = shown
  const list = useRef<HTMLDivElement>(null)
  const selecting = useListViews(({ selection }) => selection.on)
  const openSheet = useOpenSheet()
  // It goes on listening while rows are selected, or lifting the finger would press the row.
  useLongPress(list, (id) => selecting || startSelecting(id))
  const row: RowsProps['row'] = useCallback(
    (id, place) => (
      <SmallRow key={id} id={id} {...place} index={knownIndex(place)} grouped={grouped} onEdit={openSheet} />
    ),
    [grouped, openSheet],
  )
  if (items.length === 0) return null
  return (
    <div ref={list}>
      <SwipeRows>
        <Rows
          items={items}
          estimate={57}
          label={t`Products`}
          className={fields.rows}
          sortable={own}
          canDrag={own && !selecting}
          row={row}
          heading={smallHeading}
        />
      </SwipeRows>
    </div>
  )
}

const smallHeading: RowsProps['heading'] = ({ key, category, count }, { index, measure }) => (
  <li key={key} ref={measure} data-index={index} data-heading="" className={fields.group}>
    <HeadingText category={category} count={count} />
  </li>
)

/** The words of a heading: the category or the basket, with the number of its products. */
function HeadingText({ category, count }: { category: string | null; count: number }) {
  return (
    <>
      <h2>{category === null ? <Trans>In the basket</Trans> : category || <Trans>Other</Trans>}</h2>
      {count > 0 && <span>{count}</span>}
    </>
  )
}

interface SmallRowProps extends Omit<RowPlace, 'index'> {
  id: string
  index: number | undefined
  /** the row is below its category's heading, so its caption omits the category */
  grouped: boolean
  onEdit: (id: string) => void
}

const SmallRow = memo(function SmallRow(props: SmallRowProps) {
  const { id, index, grouped, onEdit, measure, drag, lifted } = props
  const { t } = useLingui()
  const caption = useCaption({ category: !grouped })
  const product = useOpenList((state) => state.products.get(id))
  const isOwnOrder = useListViews(({ shown }) => shown.own)
  const selecting = useListViews(({ selection }) => selection.on)
  const innerRef = drag?.innerRef
  const ref = useCallback(
    (element: HTMLLIElement | null) => {
      measure?.(element)
      innerRef?.(element)
    },
    [measure, innerRef],
  )
  if (!product) return null
  const name = product.productName
  const box = `${selecting ? 'select' : 'tick'}-${id}`
  return (
    <li
      {...drag?.draggableProps}
      ref={ref}
      className={classes.row}
      data-index={index}
      data-lifted={lifted || undefined}
      data-row={id}
      data-bought={product.productStatus || undefined}
      data-tickable=""
    >
      <label className={classes.label} htmlFor={box}>
        {selecting ? (
          <SelectBox id={id} name={name} htmlId={box} />
        ) : (
          <Tick product={product} id={box} label={t`Bought: ${name}`} />
        )}
        <ProductMark productName={name} category={product.category_name} icon={product.icon} />
        <span className={classes.who}>
          <WhoMark product={product} />
        </span>
        <span className={fields.fill}>
          <ProductName product={product} className={fields.name} />
          <span className={`${classes.caption} tabular`}>{caption(product)}</span>
        </span>
      </label>
      {product.waiting && <WaitingMark />}
      {!selecting && (
        <>
          <DuplicateMark id={id} name={name} />
          {isOwnOrder && <DragHandle name={name} drag={drag} />}
          <button
            type="button"
            className={`${fields.square} ${fields.more}`}
            data-field="edit"
            aria-label={t`Edit: ${name}`}
            aria-haspopup="dialog"
            onClick={() => onEdit(id)}
          />
        </>
      )}
    </li>
  )
})
