import { i18n } from '@lingui/core'
import { type Language, languages } from '../core/entities.ts'

const catalogues = {
  en: () => import('../locales/en/messages.po'),
  pl: () => import('../locales/pl/messages.po'),
} as const satisfies Record<Language, unknown>

/** Names of languages stand in their own language, so that everybody finds theirs. */
export const languageNames: Record<Language, string> = { en: 'English', pl: 'Polski' }

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

export function browserLanguage(): Language {
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

let wanted: Language | null = null

/** Loads and shows a language; of two calls the later one wins, whichever chunk comes first. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language
  const { messages } = await catalogues[language]()
  if (wanted !== language) return
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}

export { i18n }
