import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { changeView } from '../../state/lists/list-view.ts'
import fieldClasses from '../rows/fields.module.css'
import classes from './shop.module.css'
import { useLanguage } from '../../texts/use-language.ts'

interface ShopFilterProps {
  listId: string
  products: readonly ProductView[]
  shop: string
}

/** Filters by one of the shops named on the list; products without a shop stay visible ('and anywhere'). */
export function ShopFilter({ listId, products, shop }: ShopFilterProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const shops = useMemo(() => {
    const names = new Set(products.map(({ shop_name }) => shop_name).filter((name) => name !== ''))
    return [...names].toSorted(new Intl.Collator(language).compare)
  }, [products, language])
  if (shops.length === 0) return null
  return (
    <div className={`${classes.shopFilter} ${fieldClasses.boxed}`}>
      <label htmlFor="shop-filter">
        <Trans>Shop</Trans>
      </label>
      <span className={fieldClasses.selectBox}>
        <select
          id="shop-filter"
          className={fieldClasses.select}
          value={shop}
          onChange={(event) => void changeView(listId, { shop: event.target.value })}
        >
          <option value="">{t`All shops`}</option>
          {shops.map((name) => (
            <option key={name} value={name}>
              {t`${name} and anywhere`}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
