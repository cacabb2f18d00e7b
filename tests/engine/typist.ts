import { pricesFor, units } from '../../core/product/entities.ts'
import {
  type Field,
  type FieldOfKind,
  fields,
  type ProductValue,
  textFields,
  type ValueOf,
} from '../../core/product/table.ts'
import type { FieldValue } from '../../core/product/fields.ts'
import { fieldVersion, type ProductView } from '../../core/sync/mutation.ts'
import type { ProductChange } from '../../core/sync/change.ts'
import { positionBetween } from '../../core/product/position.ts'
import { builtInCategories } from '../../server/seed/catalogue.ts'
import { pick } from '../support/random.ts'
import type { Memory } from './judging/memory.ts'
import type { Seat } from './seat.ts'

/** What people change most, in the order that the old seeds picked from. */
const edited = ['productName', 'price', 'productStatus', 'quantity', 'shop'] as const
type Edited = (typeof edited)[number]
type Rare = Exclude<Field, Edited>
type RareText = Exclude<FieldOfKind<'text'>, Edited>
const rarer = fields.filter((field): field is Rare => !edited.some((one) => one === field))
const known = builtInCategories('en').map((category) => category.category_name)

/** Page and server refuse a negative price; null makes it unknown. */
function priceOf(number: number, dice: number): number | null {
  if (dice < 0.2) return -number
  return number % 11 === 0 ? null : number
}

/**
 * Chooses a person's next change from what is on the screen. Names, numbers and texts are new each time, so
 * that they can be traced.
 */
export class Typist {
  readonly #random: () => number
  /** random numbers for fields added later; a separate sequence, so that old seeds give the same run */
  readonly #more: (() => number) | null
  readonly #memory: Pick<Memory, 'names'>
  /** null: nobody here uses an id that somebody else's product has */
  readonly #contested: Set<string> | null
  readonly #added = new Set<string>()
  #count: number

  /** `count`: where its numbers begin, so that two of them never choose the same value. */
  constructor(
    random: () => number,
    more: (() => number) | null,
    memory: Pick<Memory, 'names'>,
    contested: Set<string> | null,
    count = 0,
  ) {
    this.#random = random
    this.#more = more
    this.#memory = memory
    this.#contested = contested
    this.#count = count
  }

  /** This person has added the product elsewhere, so they will not add it again. */
  knows(seat: Seat, rowId: string): void {
    this.#added.add(`${seat.name} ${rowId}`)
  }

  change(seat: Seat, shown: readonly ProductView[]): ProductChange {
    const number = ++this.#count
    const dice = this.#random()
    if (shown.length === 0 || dice < 0.35) {
      // Sometimes an id that somebody else's product already has.
      const ids = this.#contested ? [...this.#memory.names.keys()] : []
      const others = ids.filter((id) => !this.#added.has(`${seat.name} ${id}`))
      const taken = others.length > 0 && this.#random() < 0.1
      const rowId = taken ? pick(this.#random, others) : `p${number}${seat.name}`
      if (taken) this.#contested?.add(rowId)
      this.#added.add(`${seat.name} ${rowId}`)
      const names = this.#memory.names.get(rowId) ?? new Set()
      this.#memory.names.set(rowId, names.add(`n${number}`))
      const value = { productName: `n${number}`, quantity: 1, unit: 'pcs', productStatus: false } as const
      return { op: 'add', rowId, value: { ...value, ...this.#whole(number, shown) } }
    }
    const product = pick(this.#random, shown)
    if (dice > 0.9)
      return { op: 'delete', rowId: product.id, ...(product.productStatus && { tick: 'counts' }) }
    const usual = pick(this.#random, edited)
    const rare = this.#more && this.#more() < 0.3 ? pick(this.#more, rarer) : null
    const field = rare ?? usual
    const rareValue = rare && this.#rare(number, shown)[rare]
    const usualValues: Record<Edited, FieldValue> = {
      productName: `n${number}`,
      price: priceOf(number, this.#random()),
      quantity: number,
      shop: `s${number}`,
      productStatus: !product.productStatus,
    }
    if (field === 'productName') this.#memory.names.get(product.id)?.add(`n${number}`)
    const rowId = this.#random() < 0.03 ? `never${number}` : product.id
    const also = field === 'price' && { also: { priceFor: pricesFor[number % 3] ?? 'unit' } }
    return {
      op: 'set',
      rowId,
      field,
      value: rareValue ?? usualValues[usual],
      ...also,
      baseVer: fieldVersion(product, field),
    }
  }

  /** In half of the cases all values of a new product, otherwise no more than the basic ones. */
  #whole(number: number, shown: readonly ProductView[]): Partial<ProductValue> {
    if (!this.#more || this.#more() < 0.5) return {}
    return { ...this.#rare(number, shown), price: number, quantity: number, shop: `s${number}` }
  }

  /** The compiler names a new field that is no text, and has no value here. */
  #rare(number: number, shown: readonly ProductView[]): { [F in Rare]: ValueOf<F> } {
    const more = this.#more!
    const places = [...new Set(shown.map(({ position }) => position))].filter(Boolean).toSorted()
    const at = Math.floor(more() * (places.length + 1))
    const texts = textFields.filter((field) => !edited.some((one) => one === field))
    return {
      ...(Object.fromEntries(texts.map((field) => [field, `${field}${number}`])) as Record<RareText, string>),
      unit: pick(more, units),
      priceFor: pricesFor[number % 3] ?? 'unit',
      lastPrice: number,
      lastPriceDay: number,
      category: pick(more, ['', `c${number}`, pick(more, known)]),
      position: positionBetween(places[at - 1] ?? null, places[at] ?? null, more),
    }
  }
}
