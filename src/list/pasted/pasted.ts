import { accountStore } from '../../state/account-store.ts'
import { parseProduct } from '../../../core/product/fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { readPasted } from '../../../core/words/pasted.ts'
import { understand, type Understood } from '../../../core/words/quick-add.ts'
import { type FieldError, productKey } from '../../../core/words/text.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { categoryFor } from '../../state/lists/suggestions.ts'
import { isKnownName } from '../add/draft.ts'

/** The pasted multi-line text under review; null: none. */
export const usePasted = accountStore<{ text: string | null }>(() => ({ text: null }))

export function openPasted(text: string | null): void {
  usePasted.setState({ text })
}

export interface Line {
  key: number
  /** as it was pasted or corrected, without its bullet */
  text: string
  bought: boolean
  /** from the heading above it */
  category: string
}

export interface ReadLine extends Line {
  said: Understood & { bought: boolean }
  value: Partial<ProductValue> & { productName: string }
  error: FieldError | null
  /** it is on the list already, or further up in this text */
  twice: boolean
}

export function linesOf(text: string): Line[] {
  return readPasted(text).map((line, key) => ({ ...line, key, category: line.category ?? '' }))
}

/** Cache: an unchanged line keeps its object, so that only the edited one of a thousand renders again. */
const known = new WeakMap<Line, ReadLine>()

/** Parses each line into the product it would become. */
export function readLines(lines: readonly Line[]): ReadLine[] {
  const { products } = useOpenList.getState()
  const seen = new Set<string>()
  for (const { productName, productStatus } of products.values())
    if (!productStatus) seen.add(productKey(productName))
  return lines.map((line) => {
    const before = known.get(line) ?? readLine(line)
    const key = productKey(before.said.productName)
    const twice = !line.bought && key !== '' && seen.has(key)
    if (!line.bought) seen.add(key)
    const read = before.twice === twice ? before : { ...before, twice }
    known.set(line, read)
    return read
  })
}

function readLine(line: Line): ReadLine {
  const said = { ...understand(line.text, { isName: isKnownName }), bought: line.bought }
  const category = line.category || categoryFor(said.productName)
  const { bought, ...inName } = said
  const value = { ...inName, ...(category && { category }), ...(bought && { productStatus: true }) }
  const parsed = parseProduct(value)
  const error = parsed.ok ? null : (Object.values(parsed.errors)[0] ?? 'invalidType')
  return { ...line, category, said, value, error, twice: false }
}
