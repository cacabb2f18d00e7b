import { useListViews } from '../../state/lists/view.ts'
import { Plural, useLingui } from '@lingui/react/macro'
import { IconChevronDown } from '@tabler/icons-react'
import { useCallback, useRef, useState, memo } from 'react'
import { DuplicateMark, WithWho } from './marks.tsx'
import { ProductFields } from '../lazy.tsx'
import { DragHandle } from '../order/drag-handle.tsx'
import { focusAfterDelete } from '../order/move-focus.ts'
import { CategoryMark, ProductMark } from './product-mark.tsx'
import { Rows, type RowsProps, type RowPlace } from './rows.tsx'
import fields from './fields.module.css'
import classes from './small-list.module.css'
import { Tick, deleteWithUndo } from './bought.tsx'
import type { Items } from './use-items.ts'
import { SelectBox } from './selection.tsx'
import { SwipeRows } from './swipe-rows.tsx'
import { useOpenList } from '../../state/lists/open-list.ts'
import { useCaption } from '../../texts/amounts.tsx'
import { ProductName, WaitingMark } from '../../ui/row-marks.tsx'

/** The list on a phone. A row can be ticked and expands to show its fields; one row is expanded at a time. */
export function SmallList({ shown }: { shown: Items }) {
  const { t } = useLingui()
  const { items, own } = shown
  const grouped = items[0]?.kind === 'heading'
  const list = useRef<HTMLDivElement>(null)
  const selecting = useListViews(({ selection }) => selection.on)
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
    <li key={key} ref={measure} data-index={index} className={fields.group}>
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
          className={fields.rows}
          canDrag={own && !selecting}
          row={row}
          heading={heading}
        />
      </SwipeRows>
    </div>
  )
}

interface SmallRowProps extends RowPlace {
  id: string
  open: boolean
  /** the row is below its category's heading, so its caption omits the category */
  grouped: boolean
  onToggle: (id: string) => void
  onDelete: (id: string) => void
}

const SmallRow = memo(function SmallRow(props: SmallRowProps) {
  const { id, index, open, grouped, onToggle, onDelete, measure, drag, lifted } = props
  const { t } = useLingui()
  const caption = useCaption({ category: !grouped })
  const product = useOpenList((state) => state.products.get(id))
  const own = useListViews(({ shown }) => shown.own)
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
  const words = (
    <>
      {product.waiting && <WaitingMark />}
      <ProductMark productName={name} category={product.category_name} icon={product.icon} />
      <span className={fields.fill}>
        <ProductName product={product} className={fields.name} />
        <span className={`${classes.caption} tabular`}>
          <WithWho product={product}>{caption(product)}</WithWho>
        </span>
      </span>
    </>
  )
  return (
    <li
      {...drag?.draggableProps}
      ref={ref}
      className={classes.row}
      data-index={index}
      data-lifted={lifted || undefined}
      data-row={id}
      data-bought={product.productStatus || undefined}
      data-open={open || undefined}
    >
      {selecting ? (
        <label className={classes.head} htmlFor={`select-${id}`}>
          <SelectBox id={id} name={name} htmlId={`select-${id}`} />
          <span className={`${fields.plain} ${classes.opener}`}>{words}</span>
        </label>
      ) : (
        <div className={classes.head}>
          <Tick product={product} label={t`Bought: ${name}`} />
          <button
            type="button"
            className={`${fields.plain} ${classes.opener}`}
            aria-expanded={open}
            aria-controls={open ? `fields-${id}` : undefined}
            onClick={() => onToggle(id)}
          >
            {words}
            {!own && (
              <IconChevronDown size={20} stroke={1.75} aria-hidden="true" className={classes.chevron} />
            )}
          </button>
          <DuplicateMark id={id} name={name} />
          {own && <DragHandle id={id} name={name} drag={drag} />}
        </div>
      )}
      {open && <ProductFields product={product} onDelete={onDelete} />}
    </li>
  )
})
