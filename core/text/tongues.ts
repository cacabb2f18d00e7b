import { inEach, type Language, languages } from './language.ts'
import { everyName, namesIn } from '../product/wares.ts'
import { formKey, formsOf, isWrittenIn } from './forms.ts'
import { sameKey, typedKey, wordsKey } from './normalise.ts'

/** A product of the catalogue. */
interface Known {
  /** of its first English name */
  key: string
  /** by language; the first one is shown */
  names: Readonly<Record<Language, string[]>>
  /** see `typedInCatalogue` */
  typed?: string
  /** the `wordsKey` of all names */
  words?: string[]
}

let known: { all: readonly Known[]; byKey: ReadonlyMap<string, Known | null> } | undefined

/** Returns the products, and by `formKey` of each name its product: null if two have it. */
function catalogue() {
  if (known) return known
  const all: Known[] = []
  const byKey = new Map<string, Known | null>()
  for (const one of everyName) {
    const names = languages.map((language) => [language, namesIn(one, language)] as const)
    const keys = names.flatMap(([, some]) => some.map(formKey))
    let product = keys.map((key) => byKey.get(key)).find(Boolean)
    if (!product) all.push((product = { key: formKey(one.split('/')[0] ?? ''), names: inEach(() => []) }))
    for (const key of keys) byKey.set(key, !byKey.has(key) || byKey.get(key) === product ? product : null)
    for (const [language, some] of names)
      product.names[language].push(...some.filter((name) => !product.names[language].includes(name)))
  }
  return (known = { all, byKey })
}

/** Returns the same key for the names of a catalogue product in all languages. `key` must come from `formKey`. */
export function jointKey(key: string): string {
  return catalogue().byKey.get(key)?.key ?? key
}

/** Returns all names of the catalogue product with this name, in all languages; only the name itself if it is none. */
export function namesOf(name: string): readonly string[] {
  const product = catalogue().byKey.get(formKey(name))
  return product ? [...new Set([name, ...languages.flatMap((language) => product.names[language])])] : [name]
}

const shown = inEach(() => new Map<string, string>())
const mostKnown = 10_000

/**
 * Returns the name of a product in the reader's language. Only a catalogue product's name or form is translated; a name
 * in capitals or with signs stays as it was typed. Its `productKey` stays the same.
 */
export function shownName(name: string, language: Language): string {
  const cache = shown[language]
  let inLanguage = cache.get(name)
  if (inLanguage === undefined) {
    if (cache.size >= mostKnown) cache.clear()
    inLanguage = translated(name, language)
    cache.set(name, inLanguage)
  }
  return inLanguage
}

/** Signs that are in no name of the catalogue. */
const otherSigns = /[^\p{L}\p{N}\s%'’-]/u

function translated(name: string, language: Language): string {
  const key = formKey(name)
  const names = catalogue().byKey.get(key)?.names[language] ?? []
  const isSame = (one: string) => sameKey(one) === sameKey(name) || isWrittenIn(name, language)
  const isOwn = names.some((one) => formKey(one) === key && isSame(one))
  const isOtherwise = otherSigns.test(name) || name === name.toUpperCase()
  return isOwn || isOtherwise ? name : (names[0] ?? name)
}

/**
 * Returns everything that may be typed for the catalogue product with this `productKey`: its names in all languages, and
 * their forms; '' if it is none.
 */
export function typedInCatalogue(key: string): string {
  const product = catalogue().byKey.get(key)
  if (!product) return ''
  if (product.typed === undefined) {
    const names = languages.flatMap((language) => product.names[language].map(typedKey))
    const forms = names.flatMap((name) => name.split(' ')).flatMap((word) => formsOf(word).slice(1))
    product.typed = [...names, ...forms].join(' ')
  }
  return product.typed
}

/** Returns the catalogue's spelling of a name of several words; null if it does not know it. */
export function spelledInCatalogue(name: string): string | null {
  const key = formKey(name)
  const names = otherSigns.test(name) ? [] : namesOf(name).slice(1)
  return names.find((one) => formKey(one) === key) ?? null
}

const searched = new Map<string, readonly string[]>()
/** Fewer letters begin too many names. */
const leastLetters = 3
const mostProducts = 8

/**
 * Returns what a search for a word finds: its forms, and the names in all languages of the catalogue products with a word
 * that begins with it, unless these are many. `word` must come from `searchWords`.
 */
export function searchedAs(word: string): readonly string[] {
  let texts = searched.get(word)
  if (!texts) {
    if (searched.size >= mostKnown) searched.clear()
    texts = [...new Set([...formsOf(word), ...namesBeginning(word)])]
    searched.set(word, texts)
  }
  return texts
}

function namesBeginning(word: string): string[] {
  if (word.length < leastLetters) return []
  const found = catalogue().all.filter((product) => {
    product.words ??= languages.flatMap((language) => product.names[language].map(wordsKey))
    return product.words.some((name) => name.includes(` ${word}`))
  })
  return found.length > mostProducts
    ? []
    : found.flatMap(({ words = [] }) => words.map((name) => name.slice(1)))
}
