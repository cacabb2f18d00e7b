import { words } from '../locales/measures.ts'
import { sameKey } from '../text/normalise.ts'
import { inEach } from '../text/words.ts'

/** Returns words of measures and portions in all installed languages, as `words` does for those of the quick add. */
export function measureWords(english: string): string[] {
  return inEach(english, words).flatMap(([, all]) => all)
}

/** Returns words for looking them up by `sameKey`. */
export const keysOf = (all: readonly string[]) => new Set(all.map(sameKey))

/** Returns what matches any of these phrases in a regular expression, the longest first. */
export function anyOf(phrases: readonly string[]): string {
  const escaped = phrases.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.toSorted((a, b) => b.length - a.length).join('|')
}
