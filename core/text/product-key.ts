import type { Language } from '../product/entities.ts'
import { formKey, formsOf, phraseWrittenAs, writtenAs } from './forms.ts'
import { sameKey, wordsKey } from './normalise.ts'
import { jointKey, namesOf, searchedAs, spelledInCatalogue } from './tongues.ts'

// Decision 102: only this decides whether two names are one product.
/**
 * Returns the same key for all names of the same product. Case, accents, spaces, hyphens, apostrophes and the form of a
 * known word do not count: 'Coca-Cola' and 'coca cola', 'jajko' and 'jajek'; nor does the language of a catalogue
 * product: 'Eggs' and 'Jajka'. The key is computed each time, so that a new version may know more words than the one
 * that wrote the name; a key that was stored goes through this function once more when it is read.
 */
export function productKey(name: string): string {
  return jointKey(formKey(name))
}

/**
 * Returns the name with which a product is added: the catalogue's spelling of a name that was typed in another form or in
 * lower case, such as 'Jajka' for 'jajek' and 'jajka', and 'Grecka śmietana' for 'greckiej śmietany'. Any other name gets
 * a capital letter at its beginning, unless it has capital letters of its own there: 'iPhone'.
 */
export function catalogueName(name: string, language: Language): string {
  const spelled = writtenAs(name, language) ?? phraseWrittenAs(name) ?? spelledInCatalogue(name)
  const isMeant = spelled && sameKey(spelled) === sameKey(name) && name !== name.toLowerCase()
  return spelled && !isMeant ? spelled : capitalised(name)
}

/** Returns the name with a capital letter at its beginning, unless its first word has one elsewhere. */
function capitalised(name: string): string {
  const [first = ''] = name.split(' ')
  return first === first.toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

/** Enough for 3 words of 5 forms each. */
const mostSpellings = 125

/** Returns the `wordsKey` of all names with the same `productKey` as this one; for a very long name, not of all. */
export function spellingsOf(name: string): string[] {
  return [...new Set(namesOf(name).flatMap(spelledWith))]
}

function spelledWith(name: string): string[] {
  let spelled = ['']
  for (const word of wordsKey(name).split(' ').slice(1)) {
    const forms = formsOf(word)
    const some = spelled.length * forms.length > mostSpellings ? [word] : forms
    spelled = spelled.flatMap((start) => some.map((form) => `${start} ${form}`))
  }
  return spelled
}

/**
 * Returns whether each of `words` (from `searchWords`), in any form or language, begins a word of `key` (from
 * `wordsKey`).
 */
export function hasWords(key: string, words: readonly string[]): boolean {
  return words.every((word) => searchedAs(word).some((text) => key.includes(` ${text}`)))
}
