import { limits } from '../../../core/product/entities.ts'
import { productFields, type ProductValue } from '../../../core/product/table.ts'
import { type Ingredient, readIngredient } from '../../../core/recipe/ingredient.ts'
import { scaleIngredient } from '../../../core/recipe/portions.ts'
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

/** Returns the products that the lines become for this number of portions. */
export function productsOf(lines: readonly RecipeLine[], from: number, to: number): ReadLine[] {
  const read = lines.map((line) => {
    const ingredient = line.ingredient ?? readIngredient(line.text)
    const said = ingredient
      ? saidOf(scaleIngredient(ingredient, from, to))
      : understand(line.text, { price: false })
    return asProduct(line, said)
  })
  const marked = new Map(withTwice(read.filter((_, i) => lines[i]?.ticked)).map((line) => [line.key, line]))
  return read.map((line) => marked.get(line.key) ?? line)
}

function saidOf({ productName, quantity, unit, note }: Ingredient): Understood {
  return {
    // In a line of a recipe the name follows an amount, so most are written in small letters.
    productName: capitalised(productName, currentLanguage()),
    ...(quantity !== null && { quantity, unit: unit ?? 'pcs' }),
    ...(note !== undefined && { note }),
  }
}

/** Adds up lines with the same product in the same unit, as in a recipe with butter for the dough and for the cream. */
export function addedUp(lines: readonly ReadLine[]): ReadLine[] {
  const found = new Map<string, ReadLine>()
  for (const line of lines) {
    const key = `${line.value.unit ?? ''} ${productKey(line.value.productName)}`
    const first = found.get(key)
    const both = first && sumOf(first.value, line.value)
    if (first && both) found.set(key, { ...first, value: both })
    else found.set(first ? `${key} ${line.key}` : key, line)
  }
  return [...found.values()]
}

type Value = ReadLine['value']

/** Returns null for a sum or a note that is too long to be stored. */
function sumOf(one: Value, other: Value): Value | null {
  const notes = [one.note, other.note].filter((note) => note !== undefined && note !== '')
  const note = [...new Set(notes)].join('; ')
  const isCounted = one.quantity !== undefined && other.quantity !== undefined
  const quantity = isCounted
    ? Math.round((Number(one.quantity) + Number(other.quantity)) * 100) / 100
    : undefined
  if (one.quantity !== undefined && !isCounted) return null
  if (note.length > productFields.note.most || (quantity ?? 0) > limits.quantityMax) return null
  return { ...one, ...(quantity !== undefined && { quantity }), ...(note !== '' && { note }) }
}

/** Returns the products of a template of this recipe: all of them, also what is at home now. */
export function templateProductsOf(lines: readonly ReadLine[]): NewProductValues[] {
  return lines
    .filter(({ error }) => error === null)
    .map(({ value }) => {
      const { productStatus: _, position: __, ...kept } = value as ProductValue
      return kept
    })
}
