import { Trans } from '@lingui/react/macro'
import { sum } from '../../../core/product/money.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { formatMoney } from '../../texts/format.ts'
import classes from './shopping-bar.module.css'
import { useLanguage } from '../../texts/use-language.ts'

/** The progress, such as 12/30, and the cost of the basket out of the total. */
export function ShoppingBar({ products, checked }: { products: readonly ProductView[]; checked: number }) {
  const language = useLanguage()
  const total = products.length
  const spent = formatMoney(sum(products.filter((product) => product.productStatus)), language)
  const all = formatMoney(sum(products), language)
  return (
    <div className={classes.bar} data-docked="">
      <div className={classes.track} aria-hidden="true">
        <div style={{ transform: `scaleX(${checked / total})` }} />
      </div>
      <p>
        <strong>
          {checked}/{total}
          <span className="visually-hidden">
            {' '}
            <Trans>bought</Trans>
          </span>
        </strong>
        <span>
          <Trans>
            <strong>{spent}</strong> of {all}
          </Trans>
        </span>
      </p>
    </div>
  )
}
