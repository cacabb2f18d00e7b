import { baseOf, formKey, isKnownWord } from './forms.ts'
import { productKey } from './product-key.ts'

/** Word endings to cut off, Polish and English, longer ones first. */
const endings =
  /(?:iami|ami|iach|ach|iego|ego|iemu|emu|iej|ej|ych|ich|ymi|imi|owi|owie|ow|om|em|ie|ia|iu|ies|es|(?<!s)s|a|e|i|o|u|y)$/
/** A vowel that Polish drops in some forms: 'wafelek' and 'wafelki', 'makowiec' and 'makowce'. */
const fleeting = /i?e([kcnr])$/
/** Shorter stems cannot tell words apart: 'masa' and 'mas' stay different. */
const leastStem = 4

function stemOf(word: string): string {
  if (isKnownWord(word)) return baseOf(word)
  if (/\p{N}/u.test(word)) return word
  const stem = word.replace(endings, '').replace(fleeting, '$1')
  return stem.length < leastStem ? word : stem
}

interface Near {
  /** the stems of its words, sorted */
  stems: string
  /** its words written together: 'cocacola', 'mms' */
  letters: string
}

const cache = new Map<string, Near>()
const mostKnown = 10_000

function nearOf(key: string): Near {
  let near = cache.get(key)
  if (!near) {
    if (cache.size >= mostKnown) cache.clear()
    const words = key.split(' ')
    near = { stems: words.map(stemOf).toSorted().join(' '), letters: words.join('') }
    cache.set(key, near)
  }
  return near
}

/**
 * Returns whether two different names may mean the same product: words in another form or order, or written together.
 * It is a guess, so it may only lead to a question.
 */
export function mayBeSame(name: string, other: string): boolean {
  const [key, otherKey] = [productKey(name), productKey(other)]
  if (key === otherKey || key === '' || otherKey === '') return false
  const [one, two] = [nearOf(formKey(name)), nearOf(formKey(other))]
  return one.stems === two.stems || one.letters === two.letters
}
