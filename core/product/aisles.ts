import { sameKey } from '../text/normalise.ts'
import { textIn } from '../text/words.ts'
import { type Language, languages, usualLanguage } from '../text/language.ts'

/** Marks the English name of a category. */
const category = (english: string) => english

/** The built-in categories in the order in which a Polish supermarket is usually walked. */
export const builtInAisles = {
  vegetables: category('Vegetables'),
  fruit: category('Fruit'),
  bakery: category('Bakery'),
  meat: category('Meat'),
  fish: category('Fish'),
  dairy: category('Dairy'),
  pantry: category('Pantry'),
  spices: category('Spices and sauces'),
  sweets: category('Sweets and snacks'),
  frozen: category('Frozen food'),
  drinks: category('Drinks'),
  alcohol: category('Alcohol'),
  household: category('Household'),
  care: category('Personal care'),
  health: category('Pharmacy'),
  baby: category('Baby'),
  pets: category('Pets'),
} as const

export type BuiltInKey = keyof typeof builtInAisles

/** Returns the name of a built-in category in a language. */
export function aisleIn(key: BuiltInKey, language: Language): string {
  return textIn(language, builtInAisles[key])
}

const ids = new Map(
  (Object.keys(builtInAisles) as BuiltInKey[]).flatMap((id) =>
    languages.map((language) => [sameKey(aisleIn(id, language)), id] as const),
  ),
)

/** Returns the key of the built-in category that has this name in any language, ignoring case and accents. */
export function builtInKey(name: string): BuiltInKey | undefined {
  return ids.get(sameKey(name))
}

/**
 * Returns the same key for all names of one aisle: without case and accents; built-in names count in all languages.
 */
export function aisleKey(category: string): string {
  return builtInKey(category) ?? sameKey(category)
}

/** Returns the names of the built-in aisles in their usual order, in a language. */
export function usualAisles(language: Language): string[] {
  return (Object.keys(builtInAisles) as BuiltInKey[]).map((key) => aisleIn(key, language))
}

function distinct(categories: readonly string[]): string[] {
  const named = new Map<string, string>()
  for (const category of categories) {
    const key = aisleKey(category)
    if (category !== '' && !named.has(key)) named.set(key, category)
  }
  return [...named.values()]
}

/**
 * Completes an order, with each aisle once. Built-in aisles that `order` lacks are put after the one that they usually
 * follow, further `categories` at the end.
 */
export function wholeOrder(
  order: readonly string[],
  language: Language,
  categories: readonly string[] = [],
): string[] {
  const whole = distinct(order)
  const keys = whole.map(aisleKey)
  let at = 0
  for (const name of usualAisles(language)) {
    const key = aisleKey(name)
    const place = keys.indexOf(key)
    if (place < 0) {
      whole.splice(at, 0, name)
      keys.splice(at, 0, key)
    }
    at = (place < 0 ? at : place) + 1
  }
  return distinct([...whole, ...categories])
}

/**
 * Sorts groups by the order of the aisles. Aisles that the order lacks follow alphabetically by `locale`; the group
 * without a category is last.
 */
export function sortByAisle<G extends { category: string }>(
  groups: readonly G[],
  order: readonly string[],
  locale: string,
): G[] {
  const places = new Map(wholeOrder(order, usualLanguage).map((name, i) => [aisleKey(name), i]))
  const { compare } = new Intl.Collator(locale)
  const place = ({ category }: G) =>
    category === '' ? Infinity : (places.get(aisleKey(category)) ?? Number.MAX_SAFE_INTEGER)
  return groups.toSorted((a, b) => {
    const [x, y] = [place(a), place(b)]
    return x === y ? compare(a.category, b.category) : x - y
  })
}

const nothingLearned: readonly string[] = []

/** Returns the order of the aisles in a shop; the same array object as long as it does not change. */
export function orderIn(shops: ReadonlyMap<string, readonly string[]>, shop: string): readonly string[] {
  return shops.get(shop) ?? shops.get('') ?? nothingLearned
}

/** Returns the shop that most of the products name; '' if none names one. */
export function commonestShop(products: Iterable<{ shop_name: string }>): string {
  const counts = new Map<string, number>()
  for (const { shop_name: shop } of products) if (shop !== '') counts.set(shop, (counts.get(shop) ?? 0) + 1)
  let most = ''
  for (const [shop, count] of counts) {
    const best = counts.get(most) ?? 0
    if (count > best || (count === best && shop < most)) most = shop
  }
  return most
}

/** Returns the shop of a list: the chosen one, else the one that most products name. */
export function shopIn(products: readonly { shop_name: string }[], chosen: string): string {
  return chosen || commonestShop(products)
}
