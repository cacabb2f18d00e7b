import { useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useCaption } from '../../texts/caption.ts'
import classes from './shop.module.css'
import { useOpenSheet } from './sheet.ts'
import { ProductMark } from '../pictures/product-mark.tsx'
import { Tick } from '../rows/tick.tsx'
import { TickedBy } from '../rows/who.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import { WaitingMark } from '../../ui/waiting-mark.tsx'

/** A row in shopping mode, 56 px high. A press on the chevron opens the product's sheet; anywhere else it ticks. */
export const ShoppingRow = memo(function ShoppingRow({
  product,
  index,
  measure,
  canTick,
  canEdit,
}: {
  product: ProductView
  index: number
  measure: ((element: Element | null) => void) | undefined
  canTick: boolean
  canEdit: boolean
}) {
  const { t } = useLingui()
  const caption = useCaption({ category: false })
  const openSheet = useOpenSheet()
  const { id, productName: name, productStatus: bought } = product
  const box = `tick-${id}`
  return (
    <li
      ref={measure}
      className={classes.row}
      data-row={id}
      data-index={index}
      data-bought={bought || undefined}
      data-tickable={canTick || undefined}
    >
      {canTick ? (
        <label className={classes.label} htmlFor={box}>
          <Tick product={product} id={box} />
          <ProductMark productName={name} category={product.category_name} icon={product.icon} grouped />
          <ProductName product={product} className={classes.name} />
        </label>
      ) : (
        <span className={classes.label}>
          {bought && (
            <IconCheck className={classes.sign} size={22} stroke={2.2} role="img" aria-label={t`Bought`} />
          )}
          <ProductName product={product} className={classes.name} />
        </span>
      )}
      {product.waiting && <WaitingMark />}
      <span className={classes.caption}>
        {caption(product)}
        <TickedBy product={product}>
          {product.shop_name && <span className={classes.shop}>{product.shop_name}</span>}
        </TickedBy>
      </span>
      {canEdit && (
        <button
          type="button"
          className={classes.more}
          aria-label={t`Details: ${name}`}
          aria-haspopup="dialog"
          onClick={() => openSheet(id)}
        />
      )}
    </li>
  )
})
