let segmenter: Intl.Segmenter | undefined

/**
 * Splits a text into what a reader takes for characters: an 'é' of two code points is one, and so is a family or a flag.
 * Code points, where the browser cannot tell (Firefox before 125).
 */
export function graphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the beginning of a text: at most so many whole graphemes and UTF-16 units. */
function beginning(text: string, most: { graphemes: number; units: number }): string {
  // Only so much of a long text is split. The grapheme at the end of this part is not whole, and too long.
  const parts = graphemes(text.slice(0, most.units + 2)).slice(0, most.graphemes)
  let begin = ''
  for (const part of parts) {
    if (begin.length + part.length > most.units) break
    begin += part
  }
  // One grapheme may have any number of code points.
  return begin || text.slice(0, most.units).replace(/[\uD800-\uDBFF]$/, '')
}

/** Cuts a text to `most` graphemes, the ellipsis included, and to twice as many UTF-16 units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most || beginning(text, { graphemes: most, units: 2 * most }) === text) return text
  return `${beginning(text, { graphemes: most - 1, units: 2 * most - 2 }).trimEnd()}…`
}

/** Cuts a text to a limit, which is counted in UTF-16 units. */
export function cutToLimit(text: string, most: number): string {
  return text.length <= most ? text : beginning(text, { graphemes: most, units: most })
}
