import { openCurrency } from '../../sync/open-list.ts'
import { shownCategory } from '../../../core/product/categories.ts'
import type { PriceFor } from '../../../core/product/entities.ts'
import type { Exchanged } from '../../../core/exchange/exchange.ts'
import { parseProduct } from '../../../core/product/fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { type AlreadyThere, boughtAgain, type Given } from '../../../core/text/again.ts'
import type { Merged } from '../../../core/text/duplicates.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { meetingNow } from '../state/already-there.ts'
import { readPasted } from '../../../core/exchange/pasted.ts'
import { understand, type Understood } from '../../../core/text/quick-add.ts'
import { shownName } from '../../../core/text/tongues.ts'
import { catalogueName, productKey } from '../../../core/text/product-key.ts'
import { type FieldError } from '../../../core/text/normalise.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { categoryFor, useSuggestions } from '../../sync/suggestions.ts'
import { lastPriceOf } from '../state/prices.ts'
import { isKnownName } from './draft.ts'

export interface Line {
  key: number
  /** as pasted or corrected, without its bullet */
  text: string
  bought: boolean
  /** from the heading above it */
  category: string
  /** chosen by a press on the price */
  priceFor?: PriceFor | undefined
  /** the product in a file, as long as its text is not changed */
  given?: ProductValue | undefined
}

export interface ReadLine extends Line {
  said: Understood & { bought: boolean }
  value: Partial<ProductValue> & { productName: string }
  error: FieldError | null
  /** it is on the list already, or in an earlier line of this text */
  twice: boolean
}

export function linesOf(text: string): Line[] {
  const { reader } = useSuggestions.getState()
  return readPasted(text).map((line, key) => {
    const category = shownCategory({ category_name: line.category ?? '' }, reader)
    return { ...line, key, category }
  })
}

/** Returns the products of files as lines, which say the same in words. */
export function linesOfFiles(found: Exchanged, asLine: (value: ProductValue) => string): Line[] {
  const lists = found.lists.map(({ products }) => products.map(({ value }) => value))
  const all = [...lists, ...found.templates.map(({ products }) => products)].flat()
  return all.map((given, key) => ({
    key,
    text: asLine(given),
    bought: given.productStatus,
    category: given.category ?? '',
    given,
  }))
}

/** Cache: an unchanged line keeps its object, so that of 1000 lines only the edited one renders again. */
let cache = new WeakMap<Line, ReadLine>()
let cachedFor: unknown

/** Parses each line into the product it would become. `prices`: what is known now about what products cost. */
export function readLines(lines: readonly Line[], prices: unknown): ReadLine[] {
  if (cachedFor !== prices) cache = new WeakMap()
  cachedFor = prices
  const read = withTwice(lines.map((line) => cache.get(line) ?? readLine(line)))
  for (const [i, line] of lines.entries()) cache.set(line, read[i] ?? readLine(line))
  return read
}

/** Marks the lines whose product is on the list already, or in an earlier line. Unmarked lines stay the same objects. */
export function withTwice(lines: readonly ReadLine[]): ReadLine[] {
  const { products } = useOpenList.getState()
  const seen = new Set<string>()
  for (const { productName, productStatus } of products.values())
    if (!productStatus) seen.add(productKey(productName))
  return lines.map((line) => {
    const key = productKey(line.said.productName)
    const twice = !line.bought && key !== '' && seen.has(key)
    if (!line.bought) seen.add(key)
    return line.twice === twice ? line : { ...line, twice }
  })
}

/**
 * Finds the lines whose product is on the list already, and returns what happens to it, by line key. Only the first
 * line of a name changes the product on the list. Further lines of that name become new products, unless they give
 * nothing but the name.
 */
export function meetings(lines: readonly ReadLine[]): Map<number, NonNullable<AlreadyThere>> {
  const meet = meetingNow()
  const taken = new Set<string>()
  const found = new Map<number, NonNullable<AlreadyThere>>()
  for (const { key, value, error } of lines) {
    const there = error === null ? meet(value) : null
    if (!there) continue
    const { id } = 'ask' in there ? there.ask.there : there.untick
    if (!taken.has(id) || saysNothingNew(there)) found.set(key, there)
    taken.add(id)
  }
  return found
}

/** Returns whether the product is on the list already and the line gives only its name. */
function saysNothingNew(there: NonNullable<AlreadyThere>): boolean {
  return 'ask' in there && there.ask.both !== null && Object.keys(there.ask.both).length === 0
}

/** Sorts the lines into new products (`fresh`) and changes of products on the list (`there`). */
export function sorted(lines: readonly ReadLine[]) {
  const met = meetings(lines)
  const there = new Map<ProductView, Merged>()
  const fresh: Given[] = []
  for (const { key, value } of lines) {
    const one = met.get(key)
    if (one && 'untick' in one) there.set(one.untick, boughtAgain(one.untick, value))
    else if (!one?.ask.both) fresh.push(value)
    else if (!saysNothingNew(one)) there.set(one.ask.there, one.ask.both)
  }
  return { fresh, there }
}

function readLine(line: Line): ReadLine {
  const options = { currency: openCurrency(), isName: isKnownName, lastPrice: lastPriceOf }
  const { priceFor, given } = line
  if (given) return asGiven(line, priceFor ? { ...given, priceFor } : given)
  return asProduct(line, { ...understand(line.text, options), ...(priceFor && { priceFor }) })
}

/** Returns a product of a file, which is not read from its words. */
function asGiven(line: Line, { productStatus, ...value }: ProductValue): ReadLine {
  const productName = shownName(value.productName, currentLanguage())
  const said = { ...value, productName, note: value.note ?? '', bought: productStatus }
  return {
    ...line,
    said,
    value: { ...value, ...(productStatus && { productStatus }) },
    error: null,
    twice: false,
  }
}

/** Returns the product that a line becomes, with the catalogue's name and a category. */
export function asProduct(line: Line, understood: Understood): ReadLine {
  const productName = catalogueName(understood.productName, currentLanguage())
  const product = { ...understood, productName, bought: line.bought }
  const category = line.category || categoryFor(product.productName)
  const { bought, ...inName } = product
  const value = { ...inName, ...(category && { category }), ...(bought && { productStatus: true }) }
  const parsed = parseProduct(value)
  const error = parsed.ok ? null : (Object.values(parsed.errors)[0] ?? 'invalidType')
  return { ...line, category, said: product, value, error, twice: false }
}
