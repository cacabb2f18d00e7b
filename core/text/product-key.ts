import type { Language } from '../product/entities.ts'
import { baseOf, formsOf, phraseWrittenAs, writtenAs } from './forms.ts'
import { sameKey, wordsKey } from './normalise.ts'

/** A plus belongs to its word: '4+' is another size than '4'. */
const words = /[\p{L}\p{N}]+\+*/gu

// Decision 102: only this decides whether two names are one product.
/**
 * Returns the same key for all names of the same product. Case, accents, spaces, hyphens, apostrophes and the form of a
 * known word do not count: 'Coca-Cola' and 'coca cola', 'jajko' and 'jajek'. The key is computed each time and never
 * stored, so that a new version may know more words than the one that wrote the name.
 */
export function productKey(name: string): string {
  const found = sameKey(name).match(words)
  // A name may have no letters or digits at all, such as an emoji.
  return found ? found.map(baseOf).join(' ') : sameKey(name).trim()
}

/**
 * Returns the catalogue's spelling of a name that was typed in another form or in lower case: 'Jajka' for 'jajek' and
 * 'jajka', 'Grecka śmietana' for 'greckiej śmietany'. Any other name stays as it is, 'JAJKA' too.
 */
export function catalogueName(name: string, language: Language): string {
  const written = writtenAs(name, language)
  const isMeant = written && sameKey(written) === sameKey(name) && name !== name.toLowerCase()
  return written ? (isMeant ? name : written) : (phraseWrittenAs(name) ?? name)
}

/** Enough for 3 words of 5 forms each. */
const mostSpellings = 125

/** Returns the `wordsKey` of all names with the same `productKey` as this one; for a very long name, not of all. */
export function spellingsOf(name: string): string[] {
  let spelled = ['']
  for (const word of wordsKey(name).split(' ').slice(1)) {
    const forms = formsOf(word)
    const some = spelled.length * forms.length > mostSpellings ? [word] : forms
    spelled = spelled.flatMap((start) => some.map((form) => `${start} ${form}`))
  }
  return spelled
}

/** Returns whether each of `words` (from `searchWords`), in any form, begins a word of `key` (from `wordsKey`). */
export function hasWords(key: string, words: readonly string[]): boolean {
  return words.every((word) => formsOf(word).some((form) => key.includes(` ${form}`)))
}
