import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { productKey } from '../../../core/text/product-key.ts'
import { addProduct } from '../../state/lists/products.ts'
import { categoryFor, rememberProducts } from '../../state/lists/suggestions.ts'
import { i18n } from '../../texts/i18n.ts'
import { announce } from '../announcer.tsx'

/** What nearly every household buys. */
const staples: readonly MessageDescriptor[] = [
  msg({ message: 'Milk', context: 'staple' }),
  msg({ message: 'Bread', context: 'staple' }),
  msg({ message: 'Eggs', context: 'staple' }),
  msg({ message: 'Butter', context: 'staple' }),
  msg({ message: 'Cheese', context: 'staple' }),
  msg({ message: 'Tomatoes', context: 'staple' }),
  msg({ message: 'Apples', context: 'staple' }),
  msg({ message: 'Coffee', context: 'staple' }),
]

/** Returns the staples' names in the page's language, by product key. */
export function stapleNames(): ReadonlyMap<string, string> {
  return new Map(staples.map((staple) => i18n._(staple)).map((name) => [productKey(name), name]))
}

/** Adds a staple as if its name had been typed. Returns false if it was not added, after telling the user. */
export async function addStaple(productName: string): Promise<boolean> {
  const category = categoryFor(productName)
  const value = { productName, ...(category && { category }) }
  if (!(await addProduct(value)).ok) return false
  rememberProducts([value])
  const added = productName
  announce(msg`Added: ${added}`)
  return true
}
