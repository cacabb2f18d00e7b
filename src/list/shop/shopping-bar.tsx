import { Plural, Trans } from '@lingui/react/macro'
import { sum } from '../../../core/product/money.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { formatMoney } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { AddForm } from '../add/add-form.tsx'
import { ShoppingToggle } from '../shopping-toggle.tsx'
import classes from './shop.module.css'

interface ShoppingBarProps {
  listId: string
  products: readonly ProductView[]
  checked: number
  /** has a field to add products */
  adds: boolean
  /** has the button that leaves shopping mode, which is otherwise in the head of the list */
  leaves: boolean
}

/** Shows how many products are left, the cost of the basket out of the total, and a field to add products. */
export function ShoppingBar({ listId, products, checked, adds, leaves }: ShoppingBarProps) {
  const language = useLanguage()
  const total = products.length
  const spent = formatMoney(sum(products.filter((product) => product.productStatus)), language)
  const all = formatMoney(sum(products), language)
  const left = total - checked
  const share = total === 0 ? 0 : checked / total
  const facts = (
    <>
      <p className={classes.facts}>
        <strong>
          <Plural value={left} one="# left" other="# left" />
        </strong>
        <span className="visually-hidden">
          {' '}
          <Trans>
            {checked} of {total} bought
          </Trans>
        </span>
        <span className={classes.sum}>
          <Trans>
            <strong>{spent}</strong> of {all}
          </Trans>
        </span>
      </p>
      {leaves && <ShoppingToggle listId={listId} shopping share={share} />}
    </>
  )
  return (
    <div className={classes.bar} data-docked="" data-adds={adds || undefined}>
      <div className={classes.track} aria-hidden="true">
        <div style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className={classes.line}>{adds ? <AddForm slim>{facts}</AddForm> : facts}</div>
    </div>
  )
}
