import { useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, memo } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { CategoryMark } from '../pictures/category-mark.tsx'
import { ProductMark } from '../pictures/product-mark.tsx'
import { Tick } from '../rows/tick.tsx'
import { TickedBy } from '../rows/who.tsx'
import { useOpenSheet } from './sheet.ts'
import classes from './shop.module.css'
import type { DrawnSection } from './shopping-sections.ts'
import { useCaption } from '../../texts/amounts.tsx'
import { ProductName, WaitingMark } from '../../ui/row-marks.tsx'

interface ShoppingSectionProps {
  drawn: DrawnSection
  canTick: boolean
  canEdit: boolean
  measure: ((element: Element | null) => void) | undefined
  onLeave: (ids: string[]) => void
}

/** A sticky heading with its rows. `onLeave` is called once the section is scrolled out of view. */
export function ShoppingSection({ drawn, canTick, canEdit, measure, onLeave }: ShoppingSectionProps) {
  const { section, start, above, rows, below } = drawn
  const box = useRef<HTMLElement>(null)
  const ids = useRef<string[]>([])
  useEffect(() => {
    ids.current = section.products.map(({ id }) => id)
  }, [section])
  useEffect(() => {
    if (!canTick || !box.current) return
    let seen = false
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return
      if (seen && !entry.isIntersecting) onLeave(ids.current)
      seen = entry.isIntersecting
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [canTick, onLeave])
  return (
    <>
      {above > 0 && <div style={{ height: above }} />}
      <section ref={box} className={classes.group} aria-labelledby={section.key}>
        <h2 ref={measure} id={section.key} data-index={start} className={classes.heading}>
          {section.category !== null && (
            <CategoryMark name={section.category} icon={section.products[0]?.icon} />
          )}
          {section.title}
        </h2>
        <ul>
          {rows.map(({ product, index, gap }) => (
            <Fragment key={product.id}>
              {gap > 0 && <li role="presentation" style={{ height: gap }} />}
              <ShoppingRow
                product={product}
                index={index}
                measure={measure}
                canTick={canTick}
                canEdit={canEdit}
              />
            </Fragment>
          ))}
          {below > 0 && <li role="presentation" style={{ height: below }} />}
        </ul>
      </section>
    </>
  )
}

/** A row in shopping mode, 56 px high. A press on the chevron opens the product's sheet; anywhere else it ticks. */
const ShoppingRow = memo(function ShoppingRow({
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
