/** How products are copied when a list is made from a list or a template. Device and server use the same rules. */
import { generateNKeysBetween } from 'fractional-indexing'
import type { Product, Template } from '../contract/shapes.ts'
import { cutToLimit } from '../text/cut.ts'
import { limits } from './entities.ts'
import { isImplied, parseField } from './fields.ts'
import { type Language, languages, localeOf } from '../text/language.ts'
import { forOne } from './money.ts'
import { basePrice } from './prices.ts'
import { dayOf } from '../text/due.ts'
import { textIn } from '../text/words.ts'
import { byPosition } from './position.ts'
import { hasShopOfTrip } from './trip.ts'
import {
  type CopiedField,
  copiedFields,
  initialValues,
  leftOut,
  productFields,
  type ProductValue,
  type TemplateField,
  templateFields,
} from './table.ts'

type Copied = Pick<Product, (typeof productFields)[CopiedField | TemplateField]['shown']> & {
  priceUnknown?: boolean | undefined
}

function copyOf(some: readonly (CopiedField | TemplateField)[], product: Copied): ProductValue {
  const fields = some.filter((field) => field !== 'price' || !product.priceUnknown)
  // The device may have stored the product before the server had this field.
  const values = fields
    .map((field) => [field, product[productFields[field].shown] ?? leftOut(field)] as const)
    .filter(([field, value]) => !isImplied(field, value))
  return { ...initialValues, ...Object.fromEntries(values) } as ProductValue
}

/**
 * Returns the products of a copy without prices: nobody has typed or paid them for this list. What a product cost stays
 * as its last price. `at`: epoch ms of the list or template that is copied.
 */
export function asLastKnown(values: readonly ProductValue[], at: number): ProductValue[] {
  const day = dayOf(at)
  return values.map(({ price, priceFor, ...value }) => {
    if (price === undefined) return value
    const lastPrice = basePrice({ ...value, price, priceFor })
    const isGood = lastPrice !== 0 && parseField('lastPrice', lastPrice).ok
    return isGood ? { ...value, lastPrice, lastPriceDay: day > 0 ? day : 0 } : value
  })
}

/** Returns the products for a template of a list: what a product cost before is its price there. */
export function forTemplate(values: readonly ProductValue[]): ProductValue[] {
  return values.map(({ position: _, lastPrice, lastPriceDay: __, ...value }) =>
    value.price !== undefined || lastPrice === undefined
      ? value
      : { ...value, price: lastPrice, priceFor: forOne(value.unit) },
  )
}

/**
 * Returns the products for a copy of a list, with their positions and in their order. Where a trip happened to buy one is
 * not where it will be bought next.
 */
export function copiesOf(
  products: readonly Product[],
  { unboughtOnly }: { unboughtOnly: boolean },
): ProductValue[] {
  return (
    products
      .filter(({ productStatus }) => !unboughtOnly || !productStatus)
      .toSorted(byPosition)
      // A product that is only in the outbox may have no position yet.
      .map((product) => ({
        ...copyOf(copiedFields, product),
        ...(hasShopOfTrip(product) && { shop: '' }),
        position: product.position || undefined,
      }))
  )
}

/**
 * Returns positions for the products of a new list, without random digits: nobody else can insert at the same place.
 */
export function placesInNewList(count: number): string[] {
  return generateNKeysBetween(null, null, count)
}

/** Gives the products of a new list their places, in this order. */
export function inPlace(values: readonly ProductValue[]): ProductValue[] {
  const places = placesInNewList(values.length)
  return values.map((value, i) => ({ ...value, position: places[i] }))
}

/** Returns the products for a list made from a template, in its order. */
export function valuesOfTemplate(products: NonNullable<Template['products']>): ProductValue[] {
  return inPlace(products.map((product) => copyOf(templateFields, product)))
}

/** Returns the name of a copy of a list; `owner` is the name of the list's owner, or null for one's own list. */
export function copyName(name: string, owner: string | null): string {
  return cutName(`${name} cloned${owner === null ? '' : ` ${owner}`}`)
}

/** How the name of a list begins that is named after the day on which it was made. */
const beginningIn = (language: Language) => textIn(language, 'Shopping list of')

/** Returns the name of a list that is made at `at` (epoch ms) without one; `timeZone`: if it is not that of the device. */
export function defaultName(language: Language, at: number, timeZone?: string): string {
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(at)
  return `${beginningIn(language)} ${date}`
}

const given = new Map<string, boolean>()
const mostGiven = 1_000

/** Returns how a list is called: by what it is, while its name is the one that it got when it was made, at `madeAt`. */
export function shownListName(name: string, madeAt: number | string, language: Language): string {
  const beginning = languages.map(beginningIn).find((one) => name.startsWith(one))
  if (beginning === undefined) return name
  // The overview asks for every card, and making the formats for a date takes long on a phone.
  const key = `${name} ${madeAt}`
  let isGiven = given.get(key)
  if (isGiven === undefined) {
    // It was made in another time zone, maybe on another day, and an older version wrote 2026-11-14.
    isGiven = [-1, 0, 1].some((days) => {
      const at = new Date(madeAt).getTime() + days * 86_400_000
      const names = languages.map((one) => defaultName(one, at, 'UTC'))
      return [...names, `${beginning} ${new Date(at).toISOString().slice(0, 10)}`].includes(name)
    })
    if (given.size >= mostGiven) given.clear()
    given.set(key, isGiven)
  }
  return isGiven ? textIn(language, 'Shopping') : name
}

const months = [
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec',
  'stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia',
  'sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru',
].join('|')
const weekdays = [
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thu|fri|sat|sun',
  'poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|pon|wt|śr|czw|pt|sob|niedz',
].join('|')
const date = [
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
  // Without a year '7.5' is rather an amount.
  String.raw`\d{1,2}[./](0[1-9]|1[0-2])\.?`,
  String.raw`((${weekdays})\.?,?\s+)?\d{1,2}\.?\s+(${months})\.?(\s+\d{4})?`,
].join('|')
/** A date at the end of a name, with what connects the two. */
const dateAtEnd = new RegExp(String.raw`(^|\s*[,–—-]\s*|\s+(of|z|from|on|na)\s+|\s+)\(?(${date})\)?$`, 'iu')

/**
 * Returns the name of a list that is shopped again: without 'cloned' and the date at its end, 'Weekend' for 'Weekend
 * 27.11.2026 cloned'. A year or a weekday alone is no date. A name that is nothing but a date stays.
 */
export function nameAgain(name: string): string {
  const plain = name.trim().replace(/( cloned)+$/, '')
  return plain.replace(dateAtEnd, '') || plain || name
}

function cutName(name: string): string {
  return cutToLimit(name, limits.name)
}
