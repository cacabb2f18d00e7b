import { productFields, type ProductValue } from '../../../core/product/table.ts'
import { type Ingredient, readIngredient } from '../../../core/recipe/ingredient.ts'
import { inWholePieces, saysMeasure, scaleIngredient } from '../../../core/recipe/portions.ts'
import type { Recipe } from '../../../core/recipe/recipe.ts'
import { sumsOf } from '../../../core/text/duplicates.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { understand, type Understood } from '../../../core/text/quick-add.ts'
import { meetingNow } from '../state/already-there.ts'
import { type AtHome, isAtHome } from './at-home.ts'
import type { NewProductValues } from '../../trial/local.ts'
import { asProduct, type Line, meetings, type ReadLine } from '../add/pasted.ts'

/** An ingredient in the dialog. Its text is that of the recipe, for the recipe's own portions. */
export interface RecipeLine extends Line {
  /** as the recipe was read; null: the text was corrected since */
  ingredient: Ingredient | null
  /** the line of the recipe that it was read from */
  original: string
  /** it will be bought */
  ticked: boolean
  /** it is on the list already, to which it would add no amount, and was not ticked because of that */
  isThere: boolean
}

/** Returns the lines of a recipe; what is at home, or on the list anyway, is not ticked. */
export function linesOfRecipe({ ingredients }: Recipe, atHome: AtHome): RecipeLine[] {
  const lines = ingredients.map((ingredient, key) => {
    const line = { key, text: ingredient.line, bought: false, category: '' }
    const { said } = asProduct(line, saidOf(ingredient))
    const original = ingredient.whole ?? ingredient.line
    return { ...line, ingredient, original, isThere: false, ticked: !isAtHome(atHome, said.productName) }
  })
  const there = thereAnyway(boughtOf(productsOf(lines, 1, 1).filter(({ key }) => lines[key]?.ticked)))
  return lines.map((line) => (there.has(line.key) ? { ...line, isThere: true, ticked: false } : line))
}

/** Returns the lines of the rows that are on the list already, and would add no amount to it. */
function thereAnyway(rows: readonly Row[]): Set<number> {
  const [meet, met] = [meetingNow(), meetings(rows)]
  const idle = rows.filter(({ key, value }) => {
    const there = meet(value)
    if (!there || 'untick' in there) return false
    const { counted, both, replaces } = there.ask
    return !met.has(key) || !counted || both === null || (replaces && both.unit !== undefined)
  })
  return new Set(idle.flatMap(({ keys }) => keys))
}

/** Returns the line of a recipe that was left out as one to buy, to be corrected. */
export function lineOfRest(text: string, key: number): RecipeLine {
  const line = { key, text, bought: false, category: '' }
  return { ...line, ingredient: null, original: text, ticked: true, isThere: false }
}

/**
 * Returns the products that the lines become for this number of portions, with exact quantities. What is shown of a line
 * is what is bought, in whole pieces; lines that are added up show their own part of it.
 */
export function productsOf(lines: readonly RecipeLine[], from: number, to: number): ReadLine[] {
  const read = lines.map((line) => {
    const ingredient = line.ingredient ?? readIngredient(line.text)
    const understood = ingredient
      ? saidOf(scaleIngredient(ingredient, from, to))
      : understand(line.text, { price: false })
    return asProduct(line, understood)
  })
  const rows = addedUp(read.filter((_, i) => lines[i]?.ticked))
  const parts = new Set(rows.flatMap(({ keys }) => (keys.length > 1 ? keys : [])))
  return read.map((line) => (parts.has(line.key) ? line : { ...line, said: inWholePieces(line.said) }))
}

function saidOf({ productName, quantity, unit, note }: Ingredient): Understood {
  return {
    productName,
    ...(quantity !== null && { quantity, unit: unit ?? 'pcs' }),
    ...(note !== undefined && { note }),
  }
}

/** What becomes one row of the list: a line, or several of one food. */
export interface Row extends ReadLine {
  /** of its lines */
  keys: number[]
}

/**
 * Adds up lines with the same product in units of one kind, as in a recipe with butter for the dough and for the cream;
 * what is only measured in spoons joins what is weighed. The sums are exact: pieces are rounded up only then, by
 * `boughtOf`.
 */
export function addedUp(lines: readonly ReadLine[]): Row[] {
  const rows: Row[] = []
  const byName = new Map<string, Row[]>()
  for (const line of lines) {
    const name = productKey(line.value.productName)
    const same = byName.get(name) ?? []
    byName.set(name, same)
    const into = same.find((row) => sumOf(row.value, line.value) !== null)
    const both = into && sumOf(into.value, line.value)
    if (into && both) {
      into.value = both
      into.keys.push(line.key)
    } else {
      const row = { ...line, keys: [line.key] }
      same.push(row)
      rows.push(row)
    }
  }
  return rows
}

/** Returns what is added to a list: the sums, in whole pieces. */
export function boughtOf(lines: readonly ReadLine[]): Row[] {
  return addedUp(lines).map((row) => ({ ...row, value: inWholePieces(row.value) }))
}

type Value = ReadLine['value']

/** Returns null if they cannot be added up, or if the sum or the note is too long to be stored. */
function sumOf(one: Value, other: Value): Value | null {
  const notes = [one.note, other.note].filter((note) => note !== undefined && note !== '')
  // Twice '1 tbsp' is more than once, but twice 'chopped' is not.
  const isSaid = one.note === other.note && !saysMeasure(one.note ?? '')
  const note = (isSaid ? notes.slice(0, 1) : notes).join('; ')
  if (note.length > productFields.note.most) return null
  const [counted] = sumOfAmounts(one, other)
  return counted ? { ...one, ...counted, ...(note !== '' && { note }) } : null
}

type Amount = Pick<Value, 'quantity' | 'unit'>

function sumOfAmounts(one: Amount, other: Amount): Amount[] {
  const [first, second] = [one, other].map(({ quantity, unit }) => {
    return quantity === undefined ? null : { quantity: Number(quantity), unit: unit ?? 'pcs' }
  })
  // What is only measured adds nothing that can be counted.
  if (!first || !second) return [first ?? second ?? {}]
  return sumsOf(first, second).map(({ quantity, unit }) => ({ quantity, unit }))
}

/**
 * Returns the products of a template of this recipe: all of them, also what is at home now. They are added up like those
 * of a list, and exact, so that the template scales half an onion to a whole one.
 */
export function templateProductsOf(lines: readonly ReadLine[]): NewProductValues[] {
  return addedUp(lines.filter(({ error }) => error === null)).map(({ value }) => {
    const { productStatus: _, position: __, ...values } = value as ProductValue
    return values
  })
}
