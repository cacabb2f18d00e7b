import type { Product } from '../../core/contract/shapes.ts'
import { useAmount } from './amount.ts'
import { usePrice } from './price.ts'

/**
 * Formats '2 pcs · 3.49 zł/pc · Dairy': the price if it is known, the category if `category` is set. Omits one piece.
 */
export function useCaption({ category = true } = {}): (product: Product) => string {
  const amountOf = useAmount()
  const priceOf = usePrice()
  return (product) => {
    const one = product.quantity === 1 && product.unit === 'pcs'
    const amount = one ? '' : amountOf(product.quantity, product.unit)
    const parts = [amount, priceOf(product), category ? product.category_name : '']
    return parts.filter((part) => part !== '').join(' · ')
  }
}
