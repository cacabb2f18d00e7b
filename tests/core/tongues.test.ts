import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../core/contract/shapes.ts'
import { inWordsOf, readerOf } from '../../core/product/categories.ts'
import { type Language, languages } from '../../core/product/entities.ts'
import { inEach } from '../../core/text/language.ts'
import { namesIn, wares } from '../../core/product/wares.ts'
import { bringBack } from '../../core/sync/bring-back.ts'
import { project, setsOf, valueOf } from '../../core/sync/mutation.ts'
import { finder, ownFirst } from '../../core/text/category-finder.ts'
import { duplicatesOf } from '../../core/text/duplicates.ts'
import { mayBeSame } from '../../core/text/near.ts'
import { searchWords, wordsKey } from '../../core/text/normalise.ts'
import { catalogueName, hasWords, productKey, spellingsOf } from '../../core/text/product-key.ts'
import { ranked, searchable } from '../../core/text/suggest.ts'
import { namesOf, shownName } from '../../core/text/tongues.ts'
import { row } from '../support/entries.ts'
import { builtInCategories, catalogue } from '../../server/seed/catalogue.ts'

const builtIn = inEach((language) => finder(builtInCategories(language)))
const categoryOf = (name: string, language: Language) => builtIn[language].of(name)?.category_name ?? ''

/** As it was typed, the screen's language, what is shown there, its category, what it is a duplicate of. */
const table: readonly (readonly [string, Language, string, string, string | null])[] = [
  // Typed in Polish, read in English
  ['Papier toaletowy', 'en', 'Toilet paper', 'Household', 'Toilet paper'],
  ['Ziemniaki', 'en', 'Potatoes', 'Vegetables', 'Potatoes'],
  ['Kartofle', 'en', 'Potatoes', 'Vegetables', 'Ziemniaki'],
  ['Masło', 'en', 'Butter', 'Dairy', 'butter'],
  ['Mleko', 'en', 'Milk', 'Dairy', 'milk'],
  ['Jajka', 'en', 'Eggs', 'Dairy', 'egg'],
  ['jajek', 'en', 'Eggs', 'Dairy', 'Eggs'],
  ['Ser', 'en', 'Cheese', 'Dairy', 'cheese'],
  ['Ser żółty', 'en', 'Yellow cheese', 'Dairy', 'Yellow cheese'],
  ['Twaróg', 'en', 'Curd cheese', 'Dairy', 'Curd cheese'],
  ['Śmietanka 30%', 'en', 'Whipping cream', 'Dairy', 'Whipping cream'],
  ['Chleb', 'en', 'Bread', 'Bakery', 'Bread'],
  ['Bułki', 'en', 'Rolls', 'Bakery', 'Rolls'],
  ['Bułka tarta', 'en', 'Breadcrumbs', 'Pantry', 'Breadcrumbs'],
  ['Makaron', 'en', 'Dried pasta', 'Pantry', 'Dried pasta'],
  ['Mąka', 'en', 'Flour', 'Pantry', 'Flour'],
  ['Mąka pszenna', 'en', 'Wheat flour', 'Pantry', 'Wheat flour'],
  ['Ryż', 'en', 'Rice', 'Pantry', 'Rice'],
  ['Pieprz czarny', 'en', 'Black pepper', 'Spices and sauces', 'Black pepper'],
  ['Papryka', 'en', 'Bell peppers', 'Vegetables', 'Bell peppers'],
  ['Por', 'en', 'Leek', 'Vegetables', 'leeks'],
  ['Wołowina', 'en', 'Beef', 'Meat', 'Beef'],
  ['Szynka', 'en', 'Ham', 'Meat', 'Ham'],
  ['Łosoś', 'en', 'Salmon', 'Fish', 'Salmon'],
  ['Lody', 'en', 'Ice cream', 'Frozen food', 'Ice cream'],
  ['Kawa', 'en', 'Coffee', 'Drinks', 'Coffee'],
  ['Herbata', 'en', 'Tea', 'Drinks', 'Tea'],
  ['Piwo', 'en', 'Beer', 'Alcohol', 'Beer'],
  ['Mydło', 'en', 'Soap', 'Personal care', 'Soap'],
  ['Pasta do zębów', 'en', 'Toothpaste', 'Personal care', 'Toothpaste'],
  ['Worki na śmieci', 'en', 'Bin bags', 'Household', 'Bin bags'],
  ['Pieluchy', 'en', 'Nappies', 'Baby', 'Diapers'],
  ['Karma dla kota', 'en', 'Cat food', 'Pets', 'Cat food'],
  ['Tabletki przeciwbólowe', 'en', 'Painkillers', 'Pharmacy', 'Painkillers'],
  ['Kawa mielona', 'en', 'Ground coffee', 'Drinks', 'Ground coffee'],
  ['Szczypiorek', 'en', 'Chives', 'Vegetables', 'chives'],
  ['Zielony groszek', 'en', 'Green peas', 'Vegetables', 'Green peas'],
  // Typed in English, read in Polish
  ['Sweet potatoes', 'pl', 'Bataty', 'Warzywa', 'bataty'],
  ['butter', 'pl', 'Masło', 'Nabiał', 'Masło'],
  ['Milk', 'pl', 'Mleko', 'Nabiał', 'mleka'],
  ['Eggs', 'pl', 'Jajka', 'Nabiał', 'jajko'],
  ['Feta', 'pl', 'Feta', 'Nabiał', 'Ser feta'],
  ['Potatoes', 'pl', 'Ziemniaki', 'Warzywa', 'ziemniaków'],
  ['Aubergine', 'pl', 'Bakłażan', 'Warzywa', 'Eggplant'],
  ['Bell pepper', 'pl', 'Papryka', 'Warzywa', 'Papryka'],
  ['Carrots', 'pl', 'Marchew', 'Warzywa', 'marchewki'],
  ['Lime', 'pl', 'Limonki', 'Owoce', 'Limonka'],
  ['Apples', 'pl', 'Jabłka', 'Owoce', 'Jabłka'],
  ['Peach', 'pl', 'Brzoskwinie', 'Owoce', 'Brzoskwinie'],
  ['Cherries', 'pl', 'Czereśnie', 'Owoce', 'Czereśnie'],
  ['Toast bread', 'pl', 'Chleb tostowy', 'Pieczywo', 'Chleb tostowy'],
  ['Chicken breast', 'pl', 'Pierś z kurczaka', 'Mięso i wędliny', 'Pierś z kurczaka'],
  ['Tuna in a can', 'pl', 'Tuńczyk w puszce', 'Ryby', 'Tuńczyk w puszce'],
  ['Fries', 'pl', 'Frytki', 'Mrożonki', 'Frytki'],
  ['Peanut butter', 'pl', 'Masło orzechowe', 'Produkty sypkie i przetwory', 'Masło orzechowe'],
  ['Ginger', 'pl', 'Imbir', 'Przyprawy i sosy', 'Imbir'],
  ['Crisps', 'pl', 'Chipsy', 'Słodycze i przekąski', 'Chipsy'],
  ['Water', 'pl', 'Woda', 'Napoje', 'wody'],
  ['Red wine', 'pl', 'Wino czerwone', 'Alkohole', 'Wino czerwone'],
  ['Toilet Paper', 'pl', 'Papier toaletowy', 'Chemia i dom', 'papier toaletowy'],
  ['Light bulbs', 'pl', 'Żarówki', 'Chemia i dom', 'Żarówki'],
  ['Shampoo', 'pl', 'Szampon', 'Kosmetyki i higiena', 'Szampon'],
  ['Plasters', 'pl', 'Plastry opatrunkowe', 'Apteka', 'Plastry opatrunkowe'],
  ['Wet wipes', 'pl', 'Chusteczki nawilżane', 'Dla dziecka', 'Chusteczki nawilżane'],
  ['Dog food', 'pl', 'Karma dla psa', 'Dla zwierząt', 'Karma dla psa'],
  ['Mineral water', 'pl', 'Woda mineralna', 'Napoje', 'woda mineralna'],
  ['Coke', 'pl', 'Cola', 'Napoje', 'cola'],
  ['Bread rolls', 'pl', 'Bułki', 'Pieczywo', 'bułki'],
  ['Kitchen roll', 'pl', 'Ręczniki papierowe', 'Chemia i dom', 'ręcznik papierowy'],
  ['Tomato sauce', 'pl', 'Sos pomidorowy', 'Produkty sypkie i przetwory', 'sos pomidorowy'],
  ['Lentils', 'pl', 'Soczewica', 'Produkty sypkie i przetwory', 'soczewica'],
  ['Beans', 'pl', 'Fasola', 'Warzywa', 'fasola'],
  ['Cat litter', 'pl', 'Żwirek dla kota', 'Dla zwierząt', 'żwirek'],
  ['Pickles', 'pl', 'Ogórki kiszone', 'Produkty sypkie i przetwory', 'ogórki kiszone'],
  ['Laundry detergent', 'pl', 'Płyn do prania', 'Chemia i dom', 'płyn do prania'],
  // In the reader's own language everything stays as it was typed.
  ['kartofle', 'pl', 'kartofle', 'Warzywa', 'Ziemniaki'],
  ['Eggplant', 'en', 'Eggplant', 'Vegetables', 'Aubergine'],
  ['Salami', 'pl', 'Salami', 'Mięso i wędliny', 'salami'],
  ['Kiwi', 'en', 'Kiwi', 'Fruit', 'kiwi'],
  // More words, a brand, other signs, capitals, a slip: as typed, but in the category of the word.
  ['Mleko Łaciate 2%', 'en', 'Mleko Łaciate 2%', 'Dairy', null],
  ['Papier toaletowy Velvet', 'en', 'Papier toaletowy Velvet', 'Household', null],
  ['Ziemniaki młode', 'en', 'Ziemniaki młode', 'Vegetables', null],
  ['Kaszanka', 'en', 'Kaszanka', 'Meat', null],
  ['Lurpak butter', 'pl', 'Lurpak butter', 'Nabiał', null],
  ['Organic tomatoes', 'pl', 'Organic tomatoes', 'Warzywa', null],
  ['Butter!', 'pl', 'Butter!', 'Nabiał', 'Masło'],
  ['BUTTER', 'pl', 'BUTTER', 'Nabiał', 'Masło'],
  ['Buttr', 'pl', 'Buttr', '', null],
  // What looks like another word
  ['Serum', 'en', 'Serum', 'Personal care', null],
  ['Serum', 'pl', 'Serum', 'Kosmetyki i higiena', null],
  ['Milka', 'pl', 'Milka', 'Słodycze i przekąski', null],
  ['Portable charger', 'en', 'Portable charger', '', null],
  ['Plastic cups', 'en', 'Plastic cups', '', null],
  ['Makeup remover', 'en', 'Makeup remover', '', null],
  ['Balsamic', 'en', 'Balsamic', '', null],
  ['Rose', 'pl', 'Rose', '', null],
  ['Mint', 'pl', 'Mint', '', null],
  ['Data', 'pl', 'Data', '', null],
  ['Kalendarz', 'pl', 'Kalendarz', '', null],
  ['Pepper', 'pl', 'Pepper', 'Warzywa', null],
  ['Pieprz', 'en', 'Pieprz', 'Spices and sauces', null],
  ['Pasta', 'pl', 'Pasta', '', null],
  ['Pasta', 'en', 'Pasta', 'Pantry', null],
  ['Chips', 'pl', 'Chips', 'Słodycze i przekąski', null],
  ['Chips', 'en', 'Chips', 'Frozen food', null],
  ['Soda', 'pl', 'Soda', '', null],
]

test.each(table)(
  'TONGUE-1 TONGUE-2 %s on a screen in %s is shown as %s in %s',
  (typed, language, name, category, same) => {
    expect(shownName(typed, language)).toBe(name)
    expect(categoryOf(typed, language)).toBe(category)
    const product = (id: string, productName: string) => ({ id, productName, productStatus: false })
    const others = [same ?? catalogue('pl'), catalogue('en')]
      .flat()
      .map((one) => (typeof one === 'string' ? one : one.productName))
    for (const other of same ? [same] : others)
      expect(duplicatesOf([product('1', other), product('2', typed)]).get('2'), other).toBe(
        same ? '1' : undefined,
      )
  },
)

test.each(languages)(
  'TONGUE-1 every product of the catalogue reads in %s and stays one product',
  (language) => {
    const others = languages.filter((other) => other !== language)
    for (const [{ name }, other] of [...wares.values()]
      .flat()
      .flatMap((ware) => others.map((one) => [ware, one] as const))) {
      const [[own = ''], [foreign = '']] = [namesIn(name, language), namesIn(name, other)]
      expect([own, shownName(own, language)]).toEqual([own, own])
      const read = shownName(foreign, language)
      expect([foreign, namesOf(foreign).includes(own)]).toEqual([foreign, true])
      expect([foreign, shownName(read, language)]).toEqual([foreign, read])
      expect(productKey(read)).toBe(productKey(foreign))
      expect(productKey(productKey(foreign))).toBe(productKey(foreign))
      expect([foreign, categoryOf(foreign, language)]).toEqual([foreign, categoryOf(own, language)])
      expect(spellingsOf(foreign)).toContain(wordsKey(own))
    }
  },
)

test('TONGUE-1 what a person calls a category of their own comes before what is built in', () => {
  const own = finder([{ category_name: 'Zosia', keywords: ['masło', 'papier'] }])
  const found = ownFirst<{ category_name: string }>(own, builtIn.en)
  expect(found.of('Butter')?.category_name).toBe('Zosia')
  expect(found.of('Papier toaletowy')?.category_name).toBe('Zosia')
  expect(found.of('Milk')?.category_name).toBe('Dairy')
})

test('TONGUE-1 words with another meaning in the other language are neither joined nor asked about', () => {
  expect(productKey('Pasta')).not.toBe(productKey('Makaron'))
  expect(productKey('Pasta')).not.toBe(productKey('Toothpaste'))
  for (const [one, other] of [
    ['pepper', 'papryka'],
    ['pepper', 'pieprz'],
    ['ser', 'serum'],
    ['mak', 'mąka'],
    ['chips', 'chipsy'],
    ['fries', 'chips'],
  ] as const) {
    expect(productKey(one), one).not.toBe(productKey(other))
    expect(mayBeSame(one, other), one).toBe(false)
  }
})

test('TONGUE-1 a search finds a product by its words in all languages', () => {
  const finds = (query: string, name: string) => hasWords(wordsKey(name), searchWords(query))
  expect(finds('ziem', 'Potatoes')).toBe(true)
  expect(finds('papier toal', 'Toilet paper')).toBe(true)
  expect(finds('papier toal', 'Baking paper')).toBe(false)
  expect(finds('toilet', 'Papier toaletowy Velvet')).toBe(true)
  expect(finds('po', 'Ziemniaki')).toBe(false)
})

test('TONGUE-1 suggestions come by the name in the other language too, after all others', () => {
  const entries = searchable(['Makaron', 'Ziemniaki', 'Masło', 'Bułki', 'Butapren'], (name) => name)
  const names = (typed: string) => ranked(entries, typed, 8).map(({ name }) => name)
  expect(names('but')).toEqual(['Butapren', 'Masło'])
  expect(names('bu')).toEqual(['Bułki', 'Butapren'])
  expect(names('potat')).toEqual(['Ziemniaki'])
})

test('TONGUE-2 a product carries its typed name where it shows another one', () => {
  const stored = { productName: 'Potatoes', category_name: 'Vegetables' }
  expect(inWordsOf(stored, readerOf('pl'))).toEqual({
    productName: 'Ziemniaki',
    category_name: 'Warzywa',
    typedName: 'Potatoes',
  })
  expect(inWordsOf(stored, readerOf('en'))).toBe(stored)
})

test('TONGUE-2 what is moved, undone or brought back is written as it was typed, not as it is shown', () => {
  const [stored] = project([row('a', 1, { productName: 'Potatoes' })], [])
  const shown = inWordsOf(stored!, readerOf('pl'))
  expect(shown.productName).toBe('Ziemniaki')
  expect(valueOf(shown).productName).toBe('Potatoes')
  const { sets, back } = setsOf(shown, { productName: 'Bataty' })
  expect([sets[0]?.value, back[0]?.value]).toEqual(['Bataty', 'Potatoes'])
  const renamed = { what: 'set', productId: 'a', field: 'productName', from: 'Potatoes', to: 'Potatoes' }
  const plan = bringBack(new Map([['a', shown]]), [renamed as HistoryEntry], () => 'b')
  expect(plan.changes).toEqual([])
})

test.each([
  ['Mąki pszennej', 'Mąka pszenna'],
  ['mąki pszennej', 'Mąka pszenna'],
  ['mąkę pszenną', 'Mąka pszenna'],
  ['mleka kokosowego', 'Mleko kokosowe'],
  ['sera żółtego', 'Ser żółty'],
  ['żółtego sera', 'Żółty ser'],
  ['sosu sojowego', 'Sos sojowy'],
  ['octu winnego', 'Ocet winny'],
  ['jogurtu naturalnego', 'Jogurt naturalny'],
  ['płatków owsianych', 'Płatki owsiane'],
  ['czerwonej cebuli', 'Czerwona cebula'],
  ['jogurtu greckiego', 'Jogurt grecki'],
  ['soku z cytryny', 'Sok z cytryny'],
  ['oliwy z oliwek', 'Oliwa z oliwek'],
  ['proszku do pieczenia', 'Proszek do pieczenia'],
  ['pomidorów w puszce', 'Pomidory w puszce'],
  ['cukru pudru', 'Cukier puder'],
  ['kaszy gryczanej', 'Kasza gryczana'],
  ['oleju rzepakowego', 'Olej rzepakowy'],
  ['natki pietruszki', 'Natka pietruszki'],
  ['bułki tartej', 'Bułka tarta'],
  ['piersi z kurczaka', 'Pierś z kurczaka'],
  ['koncentratu pomidorowego', 'Koncentrat pomidorowy'],
  ['wody niegazowanej', 'Woda niegazowana'],
  ['bin bag', 'Bin bags'],
])('TONGUE-3 %s reads %s', (typed, name) => {
  expect(catalogueName(typed, 'pl')).toBe(name)
})
