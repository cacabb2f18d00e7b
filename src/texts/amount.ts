import { useLingui } from '@lingui/react/macro'
import type { Unit } from '../../core/product/entities.ts'
import { formatNumber } from './format.ts'
import { unitNames } from './unit-names.ts'
import { useLanguage } from './use-language.ts'

/** Formats an amount in the user's language, such as '1.5 kg', with a non-breaking space. */
export function useAmount(): (quantity: number, unit: Unit) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return (quantity, unit) => `${formatNumber(quantity, language)}\u00a0${t(unitNames[unit])}`
}
