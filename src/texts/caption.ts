import { useLingui } from '@lingui/react/macro'
import type { Language } from '../../core/product/entities.ts'
import type { Product } from '../../core/contract/shapes.ts'
import { formatMoney, formatNumber } from './format.ts'
import { unitNames } from './field-text.ts'
import { useLanguage } from './use-language.ts'

/** '2 pcs · 3.49 zł · Dairy': the price if it is known, and the category if `category` is set. One piece is not said. */
export function useCaption({ category = true } = {}): (product: Product) => string {
  const { t } = useLingui()
  const language: Language = useLanguage()
  return (product) => {
    const one = product.quantity === 1 && product.unit === 'pcs'
    const amount = one ? '' : `${formatNumber(product.quantity, language)}\u00a0${t(unitNames[product.unit])}`
    const price = product.priceUnknown ? '' : formatMoney(product.price, language)
    const parts = [amount, price, category ? product.category_name : '']
    return parts.filter((part) => part !== '').join(' · ')
  }
}
