import { sameKey, wordsKey } from '../../core/text.ts'

/** The lists in whose name each word of `query` begins a word; case and accents aside. */
export function searchLists<L extends { listName: string }>(
  lists: readonly L[],
  query: string,
): readonly L[] {
  const wanted = wordsKey(query).trim()
  // Signs alone, such as '!', are no words; looking for them finds nothing rather than everything.
  if (wanted === '') return sameKey(query).trim() === '' ? lists : []
  const words = wanted.split(' ')
  return lists.filter(({ listName }) => {
    const name = wordsKey(listName)
    return words.every((word) => name.includes(` ${word}`))
  })
}
