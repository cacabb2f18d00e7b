import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import {
  directionOf,
  isLanguage,
  type Language,
  languageOf,
  languages,
  usualLanguage,
} from '../../core/text/language.ts'

/** Chunks of texts by file. locales/parts.ts decides which text is in which part; `app` includes those of `first`. */
const parts = {
  first: import.meta.glob<Chunk>('../../locales/*/messages.po', { query: '?first?lingui' }),
  app: import.meta.glob<Chunk>('../../locales/*/messages.po', { query: '?app?lingui' }),
  rest: import.meta.glob<Chunk>('../../locales/*/messages.po', { query: '?rest?lingui' }),
}

interface Chunk {
  messages: Messages
}

/** first: the log-in page; lists: also the overview and a list; all: every page and every lazily loaded part */
type TextsOf = 'first' | 'lists' | 'all'
export const partsOf = { first: ['first'], lists: ['app'], all: ['app', 'rest'] } as const
const order: readonly TextsOf[] = ['first', 'lists', 'all']
const isMore = (a: TextsOf, b: TextsOf) => order.indexOf(a) > order.indexOf(b)

/** Each language is named in itself, so that its speakers recognise it. */
export const languageChoices = languages.map((value) => {
  const name = new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value
  return { value, label: name.charAt(0).toLocaleUpperCase(value) + name.slice(1) }
})

export { isLanguage }

export function browserLanguage(): Language {
  return languageOf(navigator.languages)
}

let wanted: Language | null = null
/** the texts that the current or the next page needs */
let needed: TextsOf = 'first'
/** the texts loaded in the language on screen */
let shown: TextsOf | null = null

async function load(language: Language, texts: TextsOf): Promise<Messages> {
  const file = `../../locales/${language}/messages.po`
  const loaded = await Promise.all(partsOf[texts].map((part) => parts[part][file]?.()))
  return Object.assign({}, ...loaded.map((chunk) => chunk?.messages)) as Messages
}

/** Loads and shows a language. Of two calls the later one wins, whichever chunk arrives first. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language
  const asked = needed
  const messages = await load(language, asked)
  if (wanted !== language) return
  // The user went to another page meanwhile, which needs more texts.
  if (isMore(needed, asked)) return activateLanguage(language)
  i18n.loadAndActivate({ locale: language, messages })
  shown = asked
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) })
}

/** Returns the texts that a page needs at once. */
export function textsOf(pathname: string): TextsOf {
  if (pathname === '/' || pathname === '/auth/login') return 'first'
  return /^\/app(\/|\/details\/[^/]+)?$/.test(pathname) ? 'lists' : 'all'
}

/** Loads texts. Await it before showing what needs them, so that no text appears as its id. */
export async function loadTexts(texts: TextsOf): Promise<void> {
  if (isMore(texts, needed)) needed = texts
  const language = i18n.locale
  // If no language is shown yet, `activateLanguage` loads what is needed.
  if (shown === null || !isMore(texts, shown) || !isLanguage(language)) return
  const messages = await load(language, texts)
  // If the language changed meanwhile, the new one was loaded with as many texts. `i18n.load` would render the whole page
  // again, which has none of these texts yet.
  if (i18n.locale === language) Object.assign(i18n.messages, messages)
  if (isMore(texts, shown)) shown = texts
}

export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : usualLanguage
}

export { i18n }

/** Returns the language on screen, for numbers, money and dates. Re-renders when it changes. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return isLanguage(i18n.locale) ? i18n.locale : usualLanguage
}
