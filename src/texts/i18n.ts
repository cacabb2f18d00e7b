import { i18n, type Messages } from '@lingui/core'
import { type Language, languages } from '../../core/product/entities.ts'

/** `first`: texts of the log-in page; `rest`: texts of all other pages. locales/parts.ts says which is which. */
const parts = {
  en: {
    first: () => import('../../locales/en/messages.po?first?lingui'),
    rest: () => import('../../locales/en/messages.po?rest?lingui'),
  },
  pl: {
    first: () => import('../../locales/pl/messages.po?first?lingui'),
    rest: () => import('../../locales/pl/messages.po?rest?lingui'),
  },
} as const satisfies Record<Language, unknown>

/** Each language is named in that language, so that everybody finds theirs. */
export const languageNames: Record<Language, string> = { en: 'English', pl: 'Polski' }

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

export function browserLanguage(): Language {
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

let wanted: Language | null = null
/** Whether the current or the next page needs more than the first part. */
let restWanted = false
/** Whether the language on screen has the rest loaded. */
let restShown = false

/** Loads and shows a language; of two calls the later one wins, whichever chunk comes first. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language
  const { first, rest } = parts[language]
  const withRest = restWanted
  const loaded = await Promise.all(withRest ? [first(), rest()] : [first()])
  if (wanted !== language) return
  // The user has left the log-in page meanwhile: the rest is needed too.
  if (withRest !== restWanted) return activateLanguage(language)
  const messages = Object.assign({}, ...loaded.map((part) => part.messages)) as Messages
  i18n.loadAndActivate({ locale: language, messages })
  restShown = withRest
  document.documentElement.lang = language
}

export function needsAllTexts(pathname: string): boolean {
  return pathname !== '/' && pathname !== '/auth/login'
}

/** Awaited before any page but the log-in page is shown, so that no text appears as its id. */
export async function loadAllTexts(): Promise<void> {
  restWanted = true
  const language = i18n.locale
  // If no language is shown yet, the first one to come will bring everything.
  if (restShown || !isLanguage(language)) return
  const { messages } = await parts[language].rest()
  // If the language changed meanwhile, the new one was loaded whole.
  if (i18n.locale === language) i18n.load(language, messages)
  restShown = true
}

export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}

export { i18n }
