import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type Group, groupByCategory } from '../../core/list.ts'
import type { ProductView } from '../../core/mutation.ts'
import { useOpenList } from '../state/open-list.ts'
import { CategoryMark } from './category-mark.tsx'
import { ShoppingBar } from './shopping-bar.tsx'
import { ShoppingRow } from './shopping-row.tsx'
import classes from './shopping-list.module.css'
import { useGrowing } from './use-growing.ts'
import { useLanguage } from './use-language.ts'
import { useSettling } from './use-settling.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** The list in the shop: by category, to tick or, without the permission for that, to read. */
export function ShoppingList({ canTick }: { canTick: boolean }) {
  const { t } = useLingui()
  const language = useLanguage()
  const order = useOpenList((state) => state.order)
  const map = useOpenList((state) => state.products)
  const products = useMemo(
    () => order.map((id) => map.get(id)).filter((product) => product !== undefined),
    [order, map],
  )
  const ticked = useMemo(
    () => new Set(products.filter((product) => product.productStatus).map(({ id }) => id)),
    [products],
  )
  const settled = useSettling(ticked)
  const open = groupByCategory(
    products.filter(({ id }) => !settled.has(id)),
    language,
  )
  const basket = products.filter(({ id }) => settled.has(id))
  const groups = firstOf(open, useGrowing(products.length))
  const following = useFocusThatFollows()
  if (products.length === 0)
    return (
      <p className={classes.empty}>
        <Trans>Nothing on this list yet.</Trans>
      </p>
    )
  return (
    <div className={classes.page} {...following}>
      {canTick && <WakeLock />}
      {groups.map((group) => (
        <Section
          key={group.category}
          id={`group-${group.category}`}
          title={group.category || t`Other`}
          icon={<CategoryMark name={group.category} icon={group.products[0]?.icon} />}
          products={group.products}
          canTick={canTick}
        />
      ))}
      {basket.length > 0 && (
        <Section id="basket" title={t`In the basket`} products={basket} canTick={canTick} />
      )}
      <ShoppingBar products={products} checked={ticked.size} />
    </div>
  )
}

/** The groups that hold the first `count` products, the last of them cut. */
function firstOf(groups: readonly Group<ProductView>[], count: number): Group<ProductView>[] {
  let left = count
  return groups.flatMap((group) => {
    const products = group.products.slice(0, left)
    left -= products.length
    return products.length > 0 ? [{ ...group, products }] : []
  })
}

function WakeLock() {
  useWakeLock()
  return null
}

interface SectionProps {
  id: string
  title: string
  icon?: ReactNode
  products: readonly ProductView[]
  canTick: boolean
}

function Section({ id, title, icon, products, canTick }: SectionProps) {
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {icon}
        {title}
      </h2>
      <ul>
        {products.map((product) => (
          <ShoppingRow key={product.id} product={product} canTick={canTick} />
        ))}
      </ul>
    </section>
  )
}

/** A row that settles is drawn anew elsewhere; the focus of a keyboard goes with it. */
function useFocusThatFollows() {
  const focused = useRef<string | null>(null)
  useEffect(() => {
    if (focused.current && document.activeElement === document.body)
      document.getElementById(focused.current)?.focus({ preventScroll: true })
  })
  return {
    onFocus: (event: FocusEvent) => {
      focused.current = event.target.id
    },
    onBlur: (event: FocusEvent) => {
      // A row that is taken out of the page loses its focus to nothing at all.
      if (event.relatedTarget !== null) focused.current = null
    },
  }
}
