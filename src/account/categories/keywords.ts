import { limits } from '../../../core/product/entities.ts'
import { composed, type FieldError, parseText, wordsKey } from '../../../core/words/text.ts'

/** Splits typed keywords at commas, semicolons and new lines, without duplicates. */
export function splitKeywords(typed: string): string[] {
  const words = typed.split(/[,;\n]/).map((word) => composed(word.trim(), limits.label) ?? word)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** Checks the keywords as the server does; a keyword needs at least one letter or digit. */
export function keywordsError(words: readonly string[]): FieldError | undefined {
  if (words.length > limits.keywordsOfCategory) return 'tooLong'
  for (const word of words) {
    const parsed = parseText(word, 1, limits.label)
    if (!parsed.ok) return parsed.error
    if (wordsKey(parsed.value) === '') return 'invalidCharacters'
  }
  return undefined
}
