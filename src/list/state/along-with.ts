import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { alongWithQuantity, alongWithUnit } from '../../../core/product/amount-change.ts'
import type { Unit } from '../../../core/product/entities.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { Field } from '../../../core/product/table.ts'
import type { ProductView, Values } from '../../../core/sync/mutation.ts'
import { meantFor } from '../../../core/text/meant-price.ts'
import { openCurrency } from '../../sync/open-list.ts'
import { unitNames } from '../../texts/amounts.tsx'
import { formatMoney, formatNumber } from '../../texts/format.ts'
import { currentLanguage, i18n } from '../../texts/i18n.ts'
import { lastPriceOf } from './prices.ts'

/** The last price that followed an amount, and where it began: ten steps up and down again end at the same price. */
let followed: { id: string; from: ProductView; quantity: number; price: number } | null = null

/** Returns what else changes when a person sets this field. */
export function alongWith(product: ProductView, field: Field, value: FieldValue): Values {
  if (field === 'unit') return alongWithUnit(product, value as Unit)
  if (field === 'price' && product.priceUnknown && typeof value === 'number') {
    const { productName, quantity, unit } = product
    return {
      priceFor: meantFor({ productName, quantity, unit, price: value }, lastPriceOf(productName, unit)),
    }
  }
  if (field !== 'quantity' || typeof value !== 'number') return {}
  const { id, quantity, price } = product
  const isNext = followed?.id === id && followed.quantity === quantity && followed.price === price
  const from = isNext && followed ? followed.from : product
  const along = alongWithQuantity(from, value)
  if (along.price !== undefined) followed = { id, from, quantity: value, price: along.price }
  return along
}

interface Offer {
  text: MessageDescriptor
  label: MessageDescriptor
  /** sets the number that changed along as it was */
  kept: Values
}

/** Returns the words for what changed along with a field; null if nothing did that a person would take back. */
export function offerOf(product: ProductView, field: Field, change: Values): Offer | null {
  const language = currentLanguage()
  const { productName: name, id } = product
  const amountOf = (quantity: number, unit: Unit) =>
    `${formatNumber(quantity, language)}\u00a0${i18n._(unitNames[unit])}`
  if (field === 'quantity' && typeof change.price === 'number') {
    const { price } = followed?.id === id ? followed.from : product
    const amount = amountOf(Number(change.quantity), product.unit)
    const now = formatMoney(change.price, openCurrency(), language)
    const before = formatMoney(price, openCurrency(), language)
    return { text: msg`${name}: ${now} for ${amount}`, label: msg`Keep ${before}`, kept: { price } }
  }
  if (field === 'unit' && typeof change.quantity === 'number' && change.quantity !== product.quantity) {
    const unit = change.unit as Unit
    const { quantity, price, priceUnknown } = product
    const amount = amountOf(change.quantity, unit)
    const before = amountOf(quantity, unit)
    const kept = {
      quantity,
      ...(!priceUnknown && product.priceFor !== 'all' && { price: change.price ?? price }),
    }
    return { text: msg`${name}: ${amount}`, label: msg`Keep ${before}`, kept }
  }
  return null
}
