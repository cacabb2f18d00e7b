import { limits } from '../../../core/product/entities.ts'
import { composed } from '../../../core/text/normalise.ts'

/** Splits typed keywords at commas, semicolons and new lines, without duplicates. */
export function splitKeywords(typed: string): string[] {
  const words = typed.split(/[,;\n]/).map((word) => composed(word.trim(), limits.label) ?? word)
  return [...new Set(words.filter((word) => word !== ''))]
}
