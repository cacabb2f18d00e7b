/** What changes along with the amount of a product, so that its price says what it said. */
import { type Unit } from './entities.ts'
import { parseField } from './fields.ts'
import { forOne, fromHundredths, inBase } from './money.ts'
import { basePrice, baseUnit, type PricedAmount } from './prices.ts'
import type { ProductValue } from './table.ts'

type Amounts = Pick<ProductValue, 'quantity' | 'unit' | 'price' | 'priceFor'>
type Along = Partial<Amounts>
type Priced = PricedAmount & { priceUnknown?: boolean | undefined }

/** Returns the price of another quantity, if the price is that of all. It is rounded half up and never becomes 0. */
export function alongWithQuantity(product: Priced, quantity: number): Along {
  if (product.priceUnknown || product.priceFor !== 'all' || product.price === 0) return {}
  const price = Math.round((product.price * 100 * quantity) / product.quantity)
  const scaled = fromHundredths(price === 0 ? Math.sign(product.price) : price)
  return parseField('price', scaled).ok ? { price: scaled } : {}
}

/**
 * Returns the amount and the price in another unit of the same family: 2 kg at 3.20 are 2 000 g at 3.20 for 1 kg. The
 * amount is rounded to hundredths. Empty for a unit of another family, or if the amount or the price is too large or too
 * small for that unit.
 */
export function alongWithUnit(product: Priced, unit: Unit): Along {
  if (baseUnit(unit) !== baseUnit(product.unit)) return {}
  const quantity = fromHundredths(Math.round((product.quantity * 100 * inBase[unit]) / inBase[product.unit]))
  if (!parseField('quantity', quantity).ok) return {}
  if (product.priceUnknown || product.priceFor === 'all') return { quantity }
  const price = basePrice(product)
  const priceFor = forOne(unit)
  return parseField('price', price).ok ? { quantity, price, priceFor } : {}
}
