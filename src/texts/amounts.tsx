import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui, Trans } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import { usualCurrency } from '../../core/product/currency.ts'
import type { Product } from '../../core/contract/shapes.ts'
import { inBase, sum } from '../../core/product/money.ts'
import { baseUnit, estimated } from '../../core/product/prices.ts'
import type { PriceFor, Unit, Language } from '../../core/product/entities.ts'
import { type Again, agreed } from '../../core/text/again.ts'
import { currencySign, formatMoney, formatNumber } from './format.ts'
import { useLanguage } from './i18n.ts'

export const unitNames: Record<Unit, MessageDescriptor> = {
  pcs: msg({ message: 'pcs', context: 'unit' }),
  l: msg({ message: 'l', context: 'unit' }),
  dag: msg({ message: 'dag', context: 'unit' }),
  kg: msg({ message: 'kg', context: 'unit' }),
  ml: msg({ message: 'ml', context: 'unit' }),
  m: msg({ message: 'm', context: 'unit' }),
  g: msg({ message: 'g', context: 'unit' }),
  cm: msg({ message: 'cm', context: 'unit' }),
}

/** Formats an amount in the user's language, such as '1.5 kg', with a non-breaking space. */
export function useAmount(): (quantity: number, unit: Unit) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return (quantity, unit) => `${formatNumber(quantity, language)}\u00a0${t(unitNames[unit])}`
}

/** Formats an amount beside a name: '10', '1.5 l'. */
export function useShortAmount(): (quantity: number, unit: Unit) => string {
  const amountOf = useAmount()
  const language = useLanguage()
  return (quantity, unit) => (unit === 'pcs' ? formatNumber(quantity, language) : amountOf(quantity, unit))
}

const perUnit = { ...unitNames, pcs: msg({ message: 'pc', context: 'price per unit' }) }

export interface Amount {
  unit: Unit
  quantity: number
  priceFor?: PriceFor | undefined
}

interface Priced extends Amount {
  price: number
  priceUnknown?: boolean | undefined
}

type Say = (text: MessageDescriptor) => string

/** The currency of all prices inside; a page about a list or a template provides it. */
export const CurrencyContext = createContext(usualCurrency)

export function useCurrency(): string {
  return useContext(CurrencyContext)
}

/** Formats an amount of money in the currency of the page. */
export function useMoney(): (amount: number) => string {
  const language = useLanguage()
  const currency = useCurrency()
  return (amount) => formatMoney(amount, currency, language)
}

// Decision 115: a price says what it is for.
/** Returns what follows a price: '/kg', or '' where it is the row's total. */
function perText({ unit, quantity, priceFor = 'unit' }: Amount, say: Say): string {
  if (priceFor === 'all' || (unit === 'pcs' && quantity === 1)) return ''
  return `/${say(perUnit[priceFor === 'base' ? baseUnit(unit) : unit])}`
}

/** Formats a price: '25.65 zł/kg', '3.49 zł/pc', '3.49 zł' for one piece, 'free', '' if the price is unknown. */
export function priceText(
  { price, priceUnknown, ...amount }: Priced,
  currency: string,
  language: Language,
  say: Say,
): string {
  if (priceUnknown) return ''
  return price === 0 ? say(msg`free`) : formatMoney(price, currency, language) + perText(amount, say)
}

/** Returns the unit of a price: 'zł/kg', or 'zł' for one piece. */
export function usePriceUnit(): (amount: Amount) => string {
  const { t } = useLingui()
  const sign = currencySign(useCurrency(), useLanguage())
  return (amount) => sign + perText(amount, t)
}

/** Returns what a price can be for, to choose from: one of the unit, one kg, l or m, or all of it. */
export function usePriceKinds(): (amount: Amount) => { value: PriceFor; label: string }[] {
  const { t } = useLingui()
  const amountOf = useAmount()
  const unitOf = usePriceUnit()
  return ({ unit, quantity }) => {
    const all = amountOf(quantity, unit)
    const one = inBase[unit] > 1 ? (['unit', 'base'] as const) : (['unit'] as const)
    const kinds = one.map((value) => ({ value, label: unitOf({ unit, quantity: 2, priceFor: value }) }))
    return [...kinds, { value: 'all', label: t`for all ${all}` }]
  }
}

export function usePrice(): (priced: Priced) => string {
  const { t } = useLingui()
  const language = useLanguage()
  const currency = useCurrency()
  return (priced) => priceText(priced, currency, language, t)
}

/** Returns what a row costs, '= 6.98 zł'; '' if that is not known, or is its price. */
export function useCost(): (priced: Priced) => string {
  const money = useMoney()
  return (priced) => {
    const { price, quantity, priceFor = 'unit', priceUnknown } = priced
    if (priceUnknown || price === 0 || priceFor === 'all' || (quantity === 1 && priceFor === 'unit'))
      return ''
    return `=\u00a0${money(sum([priced]))}`
  }
}

/**
 * Formats '2 pcs · 3.49 zł/pc · = 6.98 zł · Dairy': the price and what all of it costs if it is known, '≈ 6.98 zł' if
 * only its last price is, the category if `category` is set. Omits one piece.
 */
export function useCaption({ category = true } = {}): (product: Product) => string {
  const amountOf = useAmount()
  const priceOf = usePrice()
  const costOf = useCost()
  const money = useMoney()
  return (product) => {
    const { lastPrice: last, priceUnknown } = product
    const about = priceUnknown && last !== undefined && estimated(product, { price: last, at: 0 })
    const one = product.quantity === 1 && product.unit === 'pcs'
    const amount = one ? '' : amountOf(product.quantity, product.unit)
    const cost = about ? `≈ ${money(sum([about]))}` : costOf(product)
    const parts = [amount, priceOf(product), cost, category ? product.category_name : '']
    return parts.filter((part) => part !== '').join(' · ')
  }
}

/** Returns a function that formats the merged amount; '' if the amounts cannot be merged. */
export function useAllOf(): (again: Again) => string {
  const amountOf = useAmount()
  return (again) => {
    const more = agreed(again)
    return more
      ? amountOf(Number(more.quantity ?? again.there.quantity), (more.unit ?? again.there.unit) as Unit)
      : ''
  }
}

/** Asks what to do with a product that is on the list, still to buy, and is added once more. */
export function AgainText({ again }: { again: Again }) {
  const amountOf = useAmount()
  const all = useAllOf()(again)
  const has = amountOf(again.there.quantity, again.there.unit)
  if (all === '') return <Trans>On the list already: {has}</Trans>
  return (
    <Trans>
      You already have {has}. Make it {all}?
    </Trans>
  )
}
