import { limits } from '../product/entities.ts'
import { composed, type FieldError, type Parsed, parseText, wordsKey } from './normalise.ts'

export interface CategoryTexts {
  category_name?: string | undefined
  keywords?: readonly string[] | undefined
}

/** Validates the given texts of a category, for a form, the server and a device without an account alike. */
export function parseCategory({ category_name, keywords }: CategoryTexts): {
  name?: Parsed<string>
  words?: ParsedWords
} {
  return {
    ...(category_name !== undefined && { name: parseText(category_name, 1, limits.label) }),
    ...(keywords !== undefined && { words: parseKeywords(keywords) }),
  }
}

/** Splits typed keywords at commas, semicolons and new lines, without duplicates. */
export function splitKeywords(typed: string): string[] {
  const words = typed.split(/[,;\n]/).map((word) => composed(word.trim(), limits.label) ?? word)
  return [...new Set(words.filter((word) => word !== ''))]
}

interface ParsedWords {
  texts: string[]
  /** the error of the first invalid keyword */
  error: FieldError | null
}

function parseKeywords(keywords: readonly string[]): ParsedWords {
  const parsed = keywords.map((keyword) => parseText(keyword, 1, limits.label))
  const texts = parsed.flatMap((keyword) => (keyword.ok ? [keyword.value] : []))
  const bad = parsed.find((keyword) => !keyword.ok)
  if (keywords.length > limits.keywordsOfCategory) return { texts, error: 'tooLong' }
  if (bad && !bad.ok) return { texts, error: bad.error }
  // A keyword without a letter or a digit would match every word.
  if (texts.some((text) => wordsKey(text) === '')) return { texts, error: 'invalidCharacters' }
  return { texts, error: null }
}
