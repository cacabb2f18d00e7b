import { create } from 'zustand'
import { nameKey } from '../../core/duplicates.ts'
import { parseProduct, type ProductValue } from '../../core/fields.ts'
import { readPasted } from '../../core/pasted.ts'
import { understand, type Understood } from '../../core/quick-add.ts'
import type { FieldError } from '../../core/text.ts'
import { useOpenList } from '../state/open-list.ts'
import { categoryFor } from '../state/suggestions.ts'
import { isKnownName } from './draft.ts'

/** A text of many lines that was pasted and is being looked through; null: none. */
export const usePasted = create<{ text: string | null }>(() => ({ text: null }))

export function openPasted(text: string | null): void {
  usePasted.setState({ text })
}

export interface Line {
  key: number
  /** as it was pasted or corrected, without its bullet */
  text: string
  bought: boolean
  /** what its heading said */
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

/** What each line would become. */
export function readLines(lines: readonly Line[]): ReadLine[] {
  const { products } = useOpenList.getState()
  const seen = new Set<string>()
  for (const { productName, productStatus } of products.values())
    if (!productStatus) seen.add(nameKey(productName))
  return lines.map((line) => {
    const said = { ...understand(line.text, { isName: isKnownName }), bought: line.bought }
    const category = line.category || categoryFor(said.productName)
    const { bought, ...inName } = said
    const value = { ...inName, ...(category && { category }), ...(bought && { productStatus: true }) }
    const parsed = parseProduct(value)
    const key = nameKey(said.productName)
    const twice = !bought && key !== '' && seen.has(key)
    if (!bought) seen.add(key)
    return {
      ...line,
      category,
      said,
      value,
      error: parsed.ok ? null : (Object.values(parsed.errors)[0] ?? 'invalidType'),
      twice,
    }
  })
}
