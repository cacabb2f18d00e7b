import { useLingui } from '@lingui/react/macro'
import type { Language } from '../../core/product/entities.ts'
import { isLanguage } from './i18n.ts'

/** Returns the language on screen, for numbers, money and dates. Re-renders when it changes. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}
