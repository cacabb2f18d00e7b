import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Language, Unit } from '../../core/product/entities.ts'
import { formatMoney } from './format.ts'
import { unitNames } from './unit-names.ts'
import { useLanguage } from './use-language.ts'

const perUnit = { ...unitNames, pcs: msg({ message: 'pc', context: 'price per unit' }) }

export interface Amount {
  unit: Unit
  quantity: number
}

interface Priced extends Amount {
  price: number
  priceUnknown?: boolean
}

type Say = (text: MessageDescriptor) => string

/** Returns the unit of a price: 'zł/kg', or 'zł' for one piece, whose price is the row's total. */
export function priceUnit({ unit, quantity }: Amount, say: Say): string {
  return unit === 'pcs' && quantity === 1 ? 'zł' : `zł/${say(perUnit[unit])}`
}

/** Formats a price: '25.65 zł/kg', '3.49 zł/pc', '3.49 zł' for one piece, '' if the price is unknown. */
export function priceText({ price, priceUnknown, ...amount }: Priced, language: Language, say: Say): string {
  return priceUnknown ? '' : formatMoney(price, language).replace(/zł$/, priceUnit(amount, say))
}

export function usePriceUnit(): (amount: Amount) => string {
  const { t } = useLingui()
  return (amount) => priceUnit(amount, t)
}

export function usePrice(): (priced: Priced) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return (priced) => priceText(priced, language, t)
}
