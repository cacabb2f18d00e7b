import { baseOf, isKnownWord } from './forms.ts'
import { productKey } from './product-key.ts'

/** What is left of a word without its ending; Polish and English ones, the longer first. */
const endings =
  /(?:iami|ami|iach|ach|iego|ego|iemu|emu|iej|ej|ych|ich|ymi|imi|owi|owie|ow|om|em|ie|ia|iu|ies|es|(?<!s)s|a|e|i|o|u|y)$/
/** 'wafelek' and 'wafelki', 'makowiec' and 'makowce' */
const fleeting = /i?e([kcnr])$/
/** A shorter stem is too little to tell words apart: 'masa' and 'mas' stay two. */
const leastStem = 4

function stemOf(word: string): string {
  if (isKnownWord(word)) return baseOf(word)
  if (/\p{N}/u.test(word)) return word
  const stem = word.replace(endings, '').replace(fleeting, '$1')
  return stem.length < leastStem ? word : stem
}

interface Near {
  /** the stems of its words, in one order */
  stems: string
  /** its letters without what is between them: 'cocacola', 'mms' */
  letters: string
}

const known = new Map<string, Near>()
const mostKnown = 10_000

function nearOf(key: string): Near {
  let near = known.get(key)
  if (!near) {
    if (known.size >= mostKnown) known.clear()
    const words = key.split(' ')
    near = { stems: words.map(stemOf).toSorted().join(' '), letters: words.join('') }
    known.set(key, near)
  }
  return near
}

/**
 * Whether two names that are not the same may mean the same product: words in another form or order, or written
 * together. A guess, from which nothing may follow but a question.
 */
export function mayBeSame(name: string, other: string): boolean {
  const [key, otherKey] = [productKey(name), productKey(other)]
  if (key === otherKey || key === '' || otherKey === '') return false
  const [one, two] = [nearOf(key), nearOf(otherKey)]
  return one.stems === two.stems || one.letters === two.letters
}
