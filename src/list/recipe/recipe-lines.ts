import { limits } from '../../../core/product/entities.ts'
import { productFields, type ProductValue } from '../../../core/product/table.ts'
import { type Ingredient, readIngredient } from '../../../core/recipe/ingredient.ts'
import { inWholePieces, saysMeasure, scaleIngredient } from '../../../core/recipe/portions.ts'
import type { Recipe } from '../../../core/recipe/recipe.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { understand, type Understood } from '../../../core/text/quick-add.ts'
import { type AtHome, isAtHome } from '../../state/lists/at-home.ts'
import type { NewProductValues } from '../../state/templates/local.ts'
import { capitalised } from '../../texts/format.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { asProduct, type Line, type ReadLine, withTwice } from '../add/pasted.ts'

/** An ingredient in the dialog. Its text is that of the recipe, for the recipe's own portions. */
export interface RecipeLine extends Line {
  /** as the recipe was read; null: the text was corrected since */
  ingredient: Ingredient | null
  /** it will be bought */
  ticked: boolean
}

/** Returns the lines of a recipe; what is at home is not ticked. */
export function linesOfRecipe({ ingredients }: Recipe, atHome: AtHome): RecipeLine[] {
  return ingredients.map((ingredient, key) => {
    const line = { key, text: ingredient.line, bought: false, category: '' }
    const { said } = asProduct(line, saidOf(ingredient))
    return { ...line, ingredient, ticked: !isAtHome(atHome, said.productName) }
  })
}

/**
 * Returns the products that the lines become for this number of portions, with exact quantities. What is shown of a line
 * is what is bought, in whole pieces; lines that are added up show their own part of it.
 */
export function productsOf(lines: readonly RecipeLine[], from: number, to: number): ReadLine[] {
  const read = lines.map((line) => {
    const ingredient = line.ingredient ?? readIngredient(line.text)
    const said = ingredient
      ? saidOf(scaleIngredient(ingredient, from, to))
      : understand(line.text, { price: false })
    return asProduct(line, said)
  })
  const ticked = read.filter((_, i) => lines[i]?.ticked)
  const marked = new Map(withTwice(ticked).map((line) => [line.key, line]))
  const keys = ticked.map(sumKey)
  const shared = new Set(keys.filter((key, i) => keys.indexOf(key) !== i))
  return read.map((line) => {
    const shown = marked.get(line.key) ?? line
    const isPart = marked.has(line.key) && shared.has(sumKey(line))
    return isPart ? shown : { ...shown, said: inWholePieces(shown.said) }
  })
}

function saidOf({ productName, quantity, unit, note }: Ingredient): Understood {
  return {
    // In a line of a recipe the name follows an amount, so most are written in small letters.
    productName: capitalised(productName, currentLanguage()),
    ...(quantity !== null && { quantity, unit: unit ?? 'pcs' }),
    ...(note !== undefined && { note }),
  }
}

/** Returns what lines that are added up have in common: the product and the unit. */
function sumKey({ value }: ReadLine): string {
  return `${value.unit ?? ''} ${productKey(value.productName)}`
}

/**
 * Adds up lines with the same product in the same unit, as in a recipe with butter for the dough and for the cream. The
 * sums are exact: pieces are rounded up only then, by `boughtOf`.
 */
export function addedUp(lines: readonly ReadLine[]): ReadLine[] {
  const found = new Map<string, ReadLine>()
  for (const line of lines) {
    const key = sumKey(line)
    const first = found.get(key)
    const both = first && sumOf(first.value, line.value)
    if (first && both) found.set(key, { ...first, value: both })
    else found.set(first ? `${key} ${line.key}` : key, line)
  }
  return [...found.values()]
}

/** Returns what is added to a list: the sums, in whole pieces. */
export function boughtOf(lines: readonly ReadLine[]): ReadLine[] {
  return addedUp(lines).map((line) => ({ ...line, value: inWholePieces(line.value) }))
}

type Value = ReadLine['value']

/** Returns null for a sum or a note that is too long to be stored. */
function sumOf(one: Value, other: Value): Value | null {
  const notes = [one.note, other.note].filter((note) => note !== undefined && note !== '')
  // Twice '1 tbsp' is more than once, but twice 'chopped' is not.
  const isSaid = one.note === other.note && !saysMeasure(one.note ?? '')
  const note = (isSaid ? notes.slice(0, 1) : notes).join('; ')
  const isCounted = one.quantity !== undefined && other.quantity !== undefined
  const quantity = isCounted
    ? Math.round((Number(one.quantity) + Number(other.quantity)) * 100) / 100
    : undefined
  if (one.quantity !== undefined && !isCounted) return null
  if (note.length > productFields.note.most || (quantity ?? 0) > limits.quantityMax) return null
  return { ...one, ...(quantity !== undefined && { quantity }), ...(note !== '' && { note }) }
}

/**
 * Returns the products of a template of this recipe: all of them, also what is at home now. They are added up like those
 * of a list, and exact, so that the template scales half an onion to a whole one.
 */
export function templateProductsOf(lines: readonly ReadLine[]): NewProductValues[] {
  return addedUp(lines.filter(({ error }) => error === null)).map(({ value }) => {
    const { productStatus: _, position: __, ...kept } = value as ProductValue
    return kept
  })
}
