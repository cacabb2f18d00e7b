import type { Language } from '../product/entities.ts'

/** What is known about the language that somebody wants. */
export interface LanguageWishes {
  /** whoever is signed in, as the server last told; null while nobody is */
  account: { id: string; language: Language } | null
  /** what an account's person chose here and the server does not have yet: not active, or no network */
  unsaved: { userId: string; language: Language } | null
  /** what this device spoke last, and is kept for whoever comes to the log-in page; null: it never spoke */
  device: Language | null
  /** what the browser asks for */
  browser: Language
}

/**
 * The language of the page. The account's is the page's wherever its person signs in, and whatever this device
 * spoke before; only their own newer choice comes first, until the server has it.
 */
export function pageLanguage({ account, unsaved, device, browser }: LanguageWishes): Language {
  if (account) return unsaved?.userId === account.id ? unsaved.language : account.language
  return device ?? browser
}
