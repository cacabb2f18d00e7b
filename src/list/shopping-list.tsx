import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, useEffect, useMemo, useRef } from 'react'
import { groupByCategory } from '../../core/list.ts'
import type { ProductView } from '../../core/mutation.ts'
import { useOpenList } from '../state/open-list.ts'
import { ShoppingBar } from './shopping-bar.tsx'
import { ShoppingRow } from './shopping-row.tsx'
import classes from './shopping-list.module.css'
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
  const groups = groupByCategory(
    products.filter(({ id }) => !settled.has(id)),
    language,
  )
  const basket = products.filter(({ id }) => settled.has(id))
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
        <Group
          key={group.category}
          id={`group-${group.category}`}
          title={group.category || t`Other`}
          products={group.products}
          canTick={canTick}
        />
      ))}
      {basket.length > 0 && (
        <Group id="basket" title={t`In the basket`} products={basket} canTick={canTick} />
      )}
      <ShoppingBar products={products} checked={ticked.size} />
    </div>
  )
}

function WakeLock() {
  useWakeLock()
  return null
}

interface GroupProps {
  id: string
  title: string
  products: readonly ProductView[]
  canTick: boolean
}

function Group({ id, title, products, canTick }: GroupProps) {
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
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
