import { useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { Fragment, memo } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { knownBasePrice } from '../../../core/product/prices.ts'
import { ProductMark } from '../picture/product-mark.tsx'
import { Tick } from '../rows/bought.tsx'
import { AddedBy, TickedBy } from '../rows/marks.tsx'
import { CheaperLine } from '../prices/cheaper.tsx'
import { useOpenSheet } from '../state/use-over-list.ts'
import fields from '../rows/fields.module.css'
import classes from './shop.module.css'
import { useCaption } from '../../texts/amounts.tsx'
import { ProductName, WaitingMark } from '../../ui/row-marks.tsx'
import type { Item } from '../rows/use-items.ts'
import type { RowsInPage } from '../rows/drawn-rows.tsx'

interface ShoppingSectionProps {
  drawn: DrawnSection
  /** the shop that was chosen; '' for none */
  shop: string
  canTick: boolean
  canEdit: boolean
  measure: ((element: Element | null) => void) | undefined
}

/** A sticky heading with its rows. */
export function ShoppingSection({ drawn, shop, canTick, canEdit, measure }: ShoppingSectionProps) {
  const { section, start, above, rows, below } = drawn
  return (
    <>
      {above > 0 && <div style={{ height: above }} />}
      <section aria-labelledby={section.key}>
        <h2 ref={measure} id={section.key} data-index={start} data-heading="" className={classes.heading}>
          {section.title}
        </h2>
        <ul className={fields.rows}>
          {rows.map(({ product, index, gap }) => (
            <Fragment key={product.id}>
              {gap > 0 && <li role="presentation" style={{ height: gap }} />}
              <ShoppingRow
                product={product}
                index={measure ? index : undefined}
                measure={measure}
                shop={shop}
                canTick={canTick}
                canEdit={canEdit}
                isFresh={section.isFresh === true}
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
  shop,
  canTick,
  canEdit,
  isFresh,
}: {
  product: ProductView
  index: number | undefined
  measure: ((element: Element | null) => void) | undefined
  shop: string
  canTick: boolean
  canEdit: boolean
  isFresh: boolean
}) {
  const { t } = useLingui()
  const caption = useCaption({ category: false })
  const openSheet = useOpenSheet()
  const { id, productName: name, productStatus: bought } = product
  const box = `tick-${id}`
  const words = (
    <span className={`${fields.fill} ${classes.words}`}>
      <ProductName product={product} className={fields.name}>
        {canTick && isFresh && <AddedBy product={product} />}
      </ProductName>
      <span className={classes.shop}>
        <TickedBy product={product}>{product.shop_name !== shop && product.shop_name}</TickedBy>
      </span>
      <span className={`${classes.caption} tabular`}>{caption(product)}</span>
    </span>
  )
  return (
    <li
      ref={measure}
      className={classes.row}
      data-row={id}
      data-index={index}
      data-bought={bought || undefined}
      data-tickable={canTick || undefined}
      data-fresh={isFresh || undefined}
    >
      {canTick ? (
        <label className={classes.label} htmlFor={box}>
          <Tick product={product} id={box} label={name} />
          <ProductMark productName={name} category={product.category_name} icon={product.icon} />
          {words}
        </label>
      ) : (
        <span className={classes.label}>
          {bought && (
            <IconCheck size={22} stroke={2.2} color="var(--app-success)" role="img" aria-label={t`Bought`} />
          )}
          {words}
        </span>
      )}
      {product.waiting && <WaitingMark />}
      {canTick && !bought && (
        <CheaperLine
          className={classes.cheaper}
          productName={name}
          shop={product.shop_name || shop}
          unit={product.unit}
          price={knownBasePrice(product)}
        />
      )}
      {canEdit && (
        <button
          type="button"
          className={`${fields.square} ${fields.more} ${classes.more}`}
          data-field="edit"
          aria-label={t`Edit: ${name}`}
          aria-haspopup="dialog"
          onClick={() => openSheet(id)}
        />
      )}
    </li>
  )
})

/** A heading in shopping mode with its products. */
export interface Section {
  key: string
  title: string
  products: readonly ProductView[]
  /** others added them during this trip: each row says who */
  isFresh?: boolean
}

interface DrawnSection {
  section: Section
  /** index of its heading among all lines, from 0 */
  start: number
  /** pixels of unrendered rows above the section, before a row (`gap`) and at its end */
  above: number
  rows: readonly { product: ProductView; index: number; gap: number }[]
  below: number
}

export function itemsOf(sections: readonly Section[]): Item[] {
  return sections.flatMap(({ key, title, products }): Item[] => [
    { kind: 'heading', key, category: title, count: products.length },
    ...products.map(({ id }): Item => ({ kind: 'product', key: id })),
  ])
}

/**
 * Returns the sections that have a rendered row or heading, each with its heading, since that is sticky. `rest`: height
 * in px of the sections after them.
 */
export function drawnSections(
  sections: readonly Section[],
  { drawn, place }: Pick<RowsInPage, 'drawn' | 'place'>,
): { shown: DrawnSection[]; rest: number } {
  const shown: DrawnSection[] = []
  const indexes = drawn.map(({ index }) => index)
  let start = 0
  let above = 0
  for (const section of sections) {
    const next = start + section.products.length + 1
    const inside = indexes.filter((index) => index >= start && index < next)
    const from = place(start)
    const height = from ? (place(next - 1)?.end ?? from.end) - from.start : 0
    if (inside.length === 0) above += height
    else {
      let end = from?.end ?? 0
      const rows = inside
        .filter((index) => index > start)
        .flatMap((index) => {
          const product = section.products[index - start - 1]
          const at = place(index)
          const gap = at ? Math.max(0, at.start - end) : 0
          end = at?.end ?? end
          return product ? [{ product, index, gap }] : []
        })
      const below = from ? Math.max(0, from.start + height - end) : 0
      shown.push({ section, start, above, rows, below })
      above = 0
    }
    start = next
  }
  return { shown, rest: above }
}
