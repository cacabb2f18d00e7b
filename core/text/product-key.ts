import type { Language } from '../product/entities.ts'
import { baseOf, formsOf, writtenAs } from './forms.ts'
import { sameKey, wordsKey } from './normalise.ts'

/** '4+' is another size than '4'. */
const words = /[\p{L}\p{N}]+\+*/gu

/**
 * What two names must share to be the same product. Case, accents, spaces, hyphens, apostrophes and the form of a known
 * word do not count: 'Coca-Cola' and 'coca cola', 'jajko' and '(10) jajek'. It is worked out from the name each time
 * and stored nowhere, so that a new version may know more words than the one that wrote the name.
 */
export function productKey(name: string): string {
  const found = sameKey(name).match(words)
  // A name may be only signs, such as an emoji.
  return found ? found.map(baseOf).join(' ') : sameKey(name).trim()
}

/**
 * How the catalogue writes a product that was typed in another form or without capital letters: 'Jajka' for 'jajek' and
 * 'jajka'. Any other name stays as it is, 'JAJKA' too.
 */
export function catalogueName(name: string, language: Language): string {
  const written = writtenAs(name, language)
  const isMeant = written && sameKey(written) === sameKey(name) && name !== name.toLowerCase()
  return written && !isMeant ? written : name
}

/** Enough for three words of five forms each. */
const mostSpellings = 125

/** The ways in which `wordsKey` writes the names that share the `productKey` of this one; not all of a very long one. */
export function spellingsOf(name: string): string[] {
  let spelled = ['']
  for (const word of wordsKey(name).split(' ').slice(1)) {
    const forms = formsOf(word)
    const some = spelled.length * forms.length > mostSpellings ? [word] : forms
    spelled = spelled.flatMap((start) => some.map((form) => `${start} ${form}`))
  }
  return spelled
}

/** Whether each of `words` (from `searchWords`), in any of its forms, begins a word of `key` (from `wordsKey`). */
export function hasWords(key: string, words: readonly string[]): boolean {
  return words.every((word) => formsOf(word).some((form) => key.includes(` ${form}`)))
}
