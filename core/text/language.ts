import { languages } from '../locales/languages.ts'

// Decision 160: a language is one file, locales/<language>/messages.po.
export { languages }
export type Language = (typeof languages)[number]

/** The language of the texts in the code, and of whoever wants none of the others. */
export const usualLanguage = languages[0]

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** Returns the first installed language of these BCP 47 tags, the usual one if there is none. */
export function languageOf(tags: readonly string[]): Language {
  return tags.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? usualLanguage
}

/** Returns the locale by which Intl knows a language: English here is that of Britain. */
export function localeOf(language: Language): string {
  return language === usualLanguage ? 'en-GB' : language
}

/** Makes something for each language. */
export function inEach<T>(make: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>
}

const decimals = inEach(
  (one) => new Intl.NumberFormat(localeOf(one)).format(0.5).replace(/\p{N}/gu, '') || '.',
)

/** Returns what stands between a number and its decimals. */
export const decimalMark = (language: Language): string => decimals[language]

/** Returns the direction of a language's writing. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  const locale: Intl.Locale & { getTextInfo?: () => { direction?: string } } = new Intl.Locale(language)
  // Firefox does not know it yet.
  const isFromRight =
    locale.getTextInfo?.().direction === 'rtl' || /^(?:ar|fa|he|ku|ps|sd|ug|ur|yi)$/.test(locale.language)
  return isFromRight ? 'rtl' : 'ltr'
}

/** The sources from which the page's language is chosen. */
export interface LanguageWishes {
  /** the signed-in account, as the server last returned it; null if nobody is signed in */
  account: { id: string; language: Language } | null
  /** a choice made here that the server does not have yet, because the account is not active or there is no network */
  unsaved: { userId: string; language: Language } | null
  /** the language last used on this device, kept for the log-in page; null if there was none */
  device: Language | null
  /** the browser's preferred language */
  browser: Language
}

/**
 * Returns the language of the page: the account's language on all devices, whatever this device used before. Only a
 * newer choice of the same person comes first, until the server has it.
 */
export function pageLanguage({ account, unsaved, device, browser }: LanguageWishes): Language {
  if (account) return unsaved?.userId === account.id ? unsaved.language : account.language
  return device ?? browser
}
