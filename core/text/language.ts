import type { Language } from '../product/entities.ts'

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
