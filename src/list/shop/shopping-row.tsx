import { useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useCaption } from '../../texts/caption.ts'
import classes from './shopping-list.module.css'
import { Tick } from '../rows/tick.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import { WaitingMark } from '../../ui/waiting-mark.tsx'

/** 56 px high. The name and the whole left half tick; the right half is for scrolling by thumb. */
export const ShoppingRow = memo(function ShoppingRow({
  product,
  index,
  measure,
  canTick,
}: {
  product: ProductView
  index: number
  measure: ((element: Element | null) => void) | undefined
  canTick: boolean
}) {
  const { t } = useLingui()
  const caption = useCaption({ category: false })
  const { id, productStatus: bought } = product
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
        {product.shop_name && <span className={classes.shop}>{product.shop_name}</span>}
      </span>
    </li>
  )
})
