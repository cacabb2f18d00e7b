import { useLingui } from '@lingui/react/macro'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useCallback } from 'react'
import { useOpenList } from '../../state/lists/open-list.ts'
import { useCaption } from '../../texts/caption.ts'
import { ProductMark } from '../pictures/product-mark.tsx'
import { DragHandle } from '../order/drag-handle.tsx'
import { DuplicateMark } from '../duplicates/duplicate-mark.tsx'
import { ProductFields } from '../later-parts.tsx'
import type { RowPlace } from './rows.tsx'
import { SelectBox } from '../select/select-box.tsx'
import { useSelection } from '../select/selection.ts'
import classes from './small-list.module.css'
import { useShown } from '../shown.ts'
import { Tick } from './tick.tsx'
import { WithWho } from './who.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import { WaitingMark } from '../../ui/waiting-mark.tsx'

interface SmallRowProps extends RowPlace {
  id: string
  open: boolean
  /** the row is below its category's heading, so its caption omits the category */
  grouped: boolean
  onToggle: (id: string) => void
  onDelete: (id: string) => void
}

export const SmallRow = memo(function SmallRow(props: SmallRowProps) {
  const { id, index, open, grouped, onToggle, onDelete, measure, drag, lifted } = props
  const { t } = useLingui()
  const caption = useCaption({ category: !grouped })
  const product = useOpenList((state) => state.products.get(id))
  const own = useShown((shown) => shown.own)
  const selecting = useSelection((selection) => selection.on)
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
      <span className={classes.words}>
        <ProductName product={product} className={classes.name} />
        <span className={classes.caption}>
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
          <span className={classes.opener}>{words}</span>
        </label>
      ) : (
        <div className={classes.head}>
          <Tick product={product} label={t`Bought: ${name}`} />
          <button
            type="button"
            className={classes.opener}
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
