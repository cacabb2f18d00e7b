import { limits } from '../../../core/product/entities.ts'
import { composed, type FieldError, parseText, wordsKey } from '../../../core/words/text.ts'

/** Words as people type them: a comma, a semicolon or a new line between two; each once. */
export function splitKeywords(typed: string): string[] {
  const words = typed.split(/[,;\n]/).map((word) => composed(word.trim(), limits.label) ?? word)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** What is wrong with them, as the server would find it; without a letter or a digit a word says nothing. */
export function keywordsError(words: readonly string[]): FieldError | undefined {
  if (words.length > limits.keywordsOfCategory) return 'tooLong'
  for (const word of words) {
    const parsed = parseText(word, 1, limits.label)
    if (!parsed.ok) return parsed.error
    if (wordsKey(parsed.value) === '') return 'invalidCharacters'
  }
  return undefined
}
