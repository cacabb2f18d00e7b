import type { Language } from '../../core/product/entities.ts'
import type { Product } from '../../core/contract/shapes.ts'
import { useAmount } from './amount.ts'
import { formatMoney } from './format.ts'
import { useLanguage } from './use-language.ts'

/** '2 pcs · 3.49 zł · Dairy': the price if it is known, and the category if `category` is set. One piece is not said. */
export function useCaption({ category = true } = {}): (product: Product) => string {
  const amountOf = useAmount()
  const language: Language = useLanguage()
  return (product) => {
    const one = product.quantity === 1 && product.unit === 'pcs'
    const amount = one ? '' : amountOf(product.quantity, product.unit)
    const price = product.priceUnknown ? '' : formatMoney(product.price, language)
    const parts = [amount, price, category ? product.category_name : '']
    return parts.filter((part) => part !== '').join(' · ')
  }
}
