import { expect, test } from 'vitest'
import { languages } from '../../core/product/entities.ts'
import { finder } from '../../core/text/category-finder.ts'
import { allWords, isKnownWord } from '../../core/text/forms.ts'
import { mayBeSame } from '../../core/text/near.ts'
import { catalogueName, hasWords, productKey, spellingsOf } from '../../core/text/product-key.ts'
import { ranked, searchable } from '../../core/text/suggest.ts'
import { sameKey, searchWords, wordsKey } from '../../core/text/normalise.ts'
import { catalogue } from '../../server/seed/catalogue.ts'

/** The catalogue's name, then what else people type for it. */
const same: readonly (readonly string[])[] = [
  // Polish: one, several, and what follows an amount.
  ['Jajka', 'jajko', 'jajek', 'JAJKA', 'jaj', 'jaja'],
  ['Ziemniaki', 'ziemniak', 'ziemniaków', 'ziemniakow', 'ziemniaka'],
  ['Jabłka', 'jabłko', 'jabłek', 'jablek'],
  ['Pomidory', 'pomidor', 'pomidorów', 'pomidora'],
  ['Pomidorki', 'pomidorek', 'pomidorków'],
  ['Marchew', 'marchewka', 'marchewki', 'marchewek', 'marchwi', 'marchewkę'],
  ['Ogórki', 'ogórek', 'ogórków'],
  ['Cebula', 'cebule', 'cebuli', 'cebul', 'cebulę'],
  ['Czosnek', 'czosnku'],
  ['Pieczarki', 'pieczarka', 'pieczarek'],
  ['Bułki', 'bułka', 'bułek', 'bułkę'],
  ['Pączki', 'pączek', 'pączków'],
  ['Chleb', 'chleba', 'chleby', 'chlebów'],
  ['Mleko', 'mleka'],
  ['Masło', 'masła', 'maseł'],
  ['Ser', 'sera', 'sery', 'serów'],
  ['Serek', 'serki', 'serka', 'serków'],
  ['Twaróg', 'twarogu'],
  ['Ryba', 'ryby', 'rybę', 'ryb'],
  ['Łosoś', 'łososia'],
  ['Śledzie', 'śledź', 'śledzi'],
  ['Mąka', 'mąki', 'mąkę'],
  ['Cukier', 'cukru'],
  ['Cukierki', 'cukierek', 'cukierków'],
  ['Sól', 'soli'],
  ['Miód', 'miodu'],
  ['Woda', 'wody', 'wodę'],
  ['Wino', 'wina', 'win'],
  ['Wódka', 'wódki', 'wódkę'],
  ['Winogrona', 'winogron', 'winogrono'],
  ['Oliwki', 'oliwek'],
  ['Pasta do zębów', 'PASTA DO ZEBOW'],
  ['Pomidory w puszce', 'pomidor w puszce', 'pomidorów w puszce'],
  // English
  ['Eggs', 'egg', 'EGG'],
  ['Potatoes', 'potato'],
  ['Tomatoes', 'tomato'],
  ['Cherry tomatoes', 'cherry tomato'],
  ['Strawberries', 'strawberry'],
  ['Loaf', 'loaves'],
  ['Yoghurt', 'yogurt', 'yogurts'],
  ['Avocado', 'avocados', 'avocadoes'],
  ['Batteries', 'battery'],
  ['Oranges', 'orange'],
  // Signs, marks and spaces
  ['Coca-Cola', 'Coca Cola', 'coca‑cola', 'COCA–COLA'],
  ["M&M's", 'M&M’s', 'm & m`s'],
  ['Mleko 3,2%', 'mleko 3.2 %'],
  ['Żółty ser', 'zolty  ser', 'ŻÓŁTY\u00a0SER'],
]

test.each(same)('WEEK-6 %s is one product in all its forms', (name, ...others) => {
  for (const other of others) expect(productKey(other), other).toBe(productKey(name))
})

test.each([
  ['ser', 'serek'],
  ['pasta', 'paste'],
  ['mas', 'masło'],
  ['mak', 'mąka'],
  ['lód', 'lody'],
  ['woda', 'wódka'],
  ['wino', 'winogrona'],
  ['oliwa', 'oliwki'],
  ['cukier', 'cukierki'],
  ['kasza', 'kaszka'],
  ['ciasto', 'ciastka'],
  ['śmietana', 'śmietanka'],
  ['pomidory', 'pomidorki'],
  ['sałata', 'sałatka'],
  ['orzechy', 'orzeszki'],
  ['żel', 'żelki'],
  ['sok', 'sos'],
  ['por', 'porcja'],
  ['bułki', 'bułka tarta'],
  ['egg', 'eggplant'],
  ['chips', 'chipsy'],
  ['nut', 'nutmeg'],
  ['pea', 'pear'],
  ['grape', 'grapefruit'],
  ['pampers 4', 'pampers 4+'],
  ['🥛', '🍞'],
  ['7up', '7 days'],
])('WEEK-6 %s and %s are two products, and nobody is asked', (one, other) => {
  expect(productKey(one)).not.toBe(productKey(other))
  expect(mayBeSame(one, other)).toBe(false)
})

test.each([
  ['chałka', 'chałki'],
  ['chałek', 'chałka'],
  ['wafelek ryżowy', 'wafelki ryżowe'],
  ['woda gazowana', 'wody gazowanej'],
  ['śruba', 'śrubami'],
  ['makowiec', 'makowce'],
  ['ser żółty', 'żółty ser'],
  ['pastry', 'pastries'],
  ['glass', 'glasses'],
  ['firelighter', 'firelighters'],
  // In English these are two: black pepper and bell peppers, the herb and the sweets.
  ['pepper', 'peppers'],
  ['mint', 'mints'],
  ['cocacola', 'Coca-Cola'],
  ['M&Ms', "M&M's"],
])('WEEK-6 %s and %s may be the same, which is asked and never decided', (one, other) => {
  expect(productKey(one)).not.toBe(productKey(other))
  expect(mayBeSame(one, other)).toBe(true)
  expect(mayBeSame(other, one)).toBe(true)
  expect(mayBeSame(one, one)).toBe(false)
})

test.each([
  ['jajek', 'pl', 'Jajka'],
  ['jajko', 'en', 'Jajka'],
  ['ziemniaków', 'pl', 'Ziemniaki'],
  ['sera', 'pl', 'Ser'],
  ['egg', 'en', 'Eggs'],
  ['croissant', 'en', 'Croissants'],
  ['croissantów', 'en', 'Croissanty'],
  ['croissant', 'pl', 'Croissanty'],
  ['melon', 'pl', 'Melon'],
  ['jajka', 'pl', 'Jajka'],
  ['maka', 'pl', 'Mąka'],
  ['milk', 'en', 'Milk'],
  ['melony', 'pl', 'Melon'],
  // As somebody typed it: with capital letters of their own, or the catalogue does not know it, which gives it one.
  ['JAJKA', 'pl', 'JAJKA'],
  ['Maka', 'pl', 'Maka'],
  ['EGGS', 'en', 'EGGS'],
  ['jajek od kury', 'pl', 'Jajek od kury'],
  ['chałek', 'pl', 'Chałek'],
  ['7up', 'en', '7up'],
  // Each is a product of its own.
  ['oliwka', 'pl', 'Oliwka'],
  ['pianka', 'pl', 'Pianka'],
  ['pasty', 'en', 'Pasty'],
] as const)('WEEK-6 %s (%s) reads %s', (typed, language, name) => {
  expect(catalogueName(typed, language)).toBe(name)
})

test.each([
  // [typed, shown]; what follows an amount stands in the genitive
  ['greckiej śmietany', 'Grecka śmietana'],
  ['Świeżych jajek', 'Świeże jajka'],
  ['młodych ziemniaków', 'Młode ziemniaki'],
  ['czerwonej cebuli', 'Czerwona cebula'],
  ['gorzkiej czekolady', 'Gorzka czekolada'],
  ['taniej kawy', 'Tania kawa'],
  ['drobnej soli', 'Drobna sól'],
  ['młodej marchwi', 'Młoda marchew'],
  ['żółtego sera', 'Żółty ser'],
  ['drogiego sera', 'Drogi ser'],
  ['taniego miodu', 'Tani miód'],
  ['świeżego mleka', 'Świeże mleko'],
  ['drogiego wina', 'Drogie wino'],
  ['niskich talerzyków', 'Niskie talerzyki'],
  ['gęstej greckiej śmietany', 'Gęsta grecka śmietana'],
  ['sera żółtego', 'Ser żółty'],
  ['śmietany greckiej gęstej', 'Śmietana grecka gęsta'],
  // not in the genitive, or more than a product and its adjectives
  ['grecka śmietana', 'Grecka śmietana'],
  ['świeże jajka', 'Świeże jajka'],
  ['czerwonych papryk', 'Czerwonych papryk'],
  ['śmietany do zupy', 'Śmietany do zupy'],
  ['mleka z kawą', 'Mleka z kawą'],
  ['olej kujawski', 'Olej kujawski'],
  ['klej do tapet', 'Klej do tapet'],
  ['kolej elektryczna', 'Kolej elektryczna'],
  ['greckiej tzatziki', 'Greckiej tzatziki'],
  ['greckiej', 'Greckiej'],
  ['boneless eggs', 'Boneless eggs'],
])('TONGUE-3 %s reads %s', (typed, name) => {
  expect(catalogueName(typed, 'pl')).toBe(name)
  expect(catalogueName(typed, 'en')).toBe(name)
})

test('WEEK-6 no form belongs to two words, and all names of the catalogue stay apart', () => {
  for (const language of languages) {
    const bases = new Map<string, string>()
    for (const { base, forms } of allWords(language))
      for (const form of forms) {
        expect(bases.get(form) ?? base, form).toBe(base)
        bases.set(form, base)
      }
    const products = catalogue(language)
    expect(new Set(products.map(({ productName }) => productKey(productName))).size).toBe(products.length)
    // Every word that is a product by itself is known, so that all of them are written alike.
    const unknown = products.filter(
      ({ productName: name }) => !/\s/.test(name) && !isKnownWord(sameKey(name)),
    )
    expect(unknown).toEqual([])
    // The catalogue's own spelling is the one that is shown.
    for (const { productName } of products) expect(catalogueName(productName, language)).toBe(productName)
  }
})

test('WEEK-6 search, suggestions, categories and prices know the same forms', () => {
  const key = wordsKey('Jajka wiejskie')
  for (const query of ['jajek', 'jajko', 'wiejsk jajek', 'jaj'])
    expect(hasWords(key, searchWords(query)), query).toBe(true)
  expect(hasWords(key, searchWords('jajeczna'))).toBe(false)
  expect(hasWords(wordsKey('Strawberries'), searchWords('strawberry'))).toBe(true)

  const known = searchable(['Jajeczna pasta', 'Jajka', 'Eggplant', 'Eggs', 'Ser jajko'], (name) => name)
  const found = (typed: string) => ranked(known, typed, 5).map(({ name }) => name)
  expect(found('jaje')).toEqual(['Jajeczna pasta', 'Jajka', 'Ser jajko'])
  expect(found('jajek')).toEqual(['Jajka', 'Ser jajko'])
  expect(found('egg')).toEqual(['Eggplant', 'Jajka'])

  const categories = finder([
    { category_name: 'Farm', keywords: ['jajko'] },
    { category_name: 'Berries', keywords: ['strawberries'] },
  ])
  for (const name of ['10 jajek', 'Jajka', 'jajko'])
    expect(categories.of(name)?.category_name, name).toBe('Farm')
  expect(categories.of('strawberry')?.category_name).toBe('Berries')
  expect(categories.of('jabłka')).toBeUndefined()

  expect(spellingsOf('Jajka')).toEqual(expect.arrayContaining([' jajka', ' jajko', ' jajek']))
  expect(spellingsOf('Mleko 3,2%')).toEqual([' mleko 3 2', ' mleka 3 2'])
  const long = spellingsOf(Array.from({ length: 40 }, () => 'jajka').join(' '))
  expect(long.length).toBeLessThanOrEqual(125)
  for (const name of ['Jajka', 'Coca-Cola', 'pomidory w puszce'])
    for (const spelled of spellingsOf(name)) expect(productKey(spelled)).toBe(productKey(name))
})

test.each([
  ['mleko bez laktozy', 'Mleko bez laktozy'],
  ['chałka', 'Chałka'],
  ['żurek', 'Żurek'],
  ['éclair', 'Éclair'],
  ['iPhone case', 'iPhone case'],
  ['pH tester', 'pH tester'],
  ['mleko UHT', 'Mleko UHT'],
  ['Coca-Cola', 'Coca-Cola'],
  ['7up', '7up'],
  ['🥛 mleko', '🥛 mleko'],
  ['LEGO', 'LEGO'],
  ['toilet paper', 'Toilet paper'],
  ['tofu', 'Tofu'],
  ['', ''],
])('TONGUE-4 %s is added as %s', (typed, name) => {
  for (const language of languages) expect(catalogueName(typed, language)).toBe(name)
})
