import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, languagesIn, messagesIn } from '../../locales/generate.mjs'
import { headingsIn } from '../../core/exchange/columns.ts'
import { asLine } from '../../core/exchange/text.ts'
import { aisleIn } from '../../core/product/aisles.ts'
import { initialValues, type ProductValue } from '../../core/product/table.ts'
import { namesIn, wares } from '../../core/product/wares.ts'
import { readIngredient } from '../../core/recipe/ingredient.ts'
import { saidPortions } from '../../core/recipe/portions.ts'
import { readRecipeText } from '../../core/recipe/recipe.ts'
import { decimalMark, directionOf, languageOf, languages } from '../../core/text/language.ts'
import { pictureOf } from '../../core/text/pictures.ts'
import { catalogueName, productKey } from '../../core/text/product-key.ts'
import { isPlain, understand } from '../../core/text/quick-add.ts'
import { shownName } from '../../core/text/tongues.ts'
import { acceptedLanguage } from '../../server/base/language.ts'
import { sayIn } from '../../server/base/say.ts'
import { pushText } from '../../server/push/push-texts.ts'

const folder = resolve(import.meta.dirname, '../../locales')

/** Returns a folder of languages with one more, whose texts are the German ones in capitals. */
function withInvented(): string {
  const copy = mkdtempSync(join(tmpdir(), 'koszyk-locales-'))
  cpSync(folder, copy, { recursive: true })
  mkdirSync(join(copy, 'tlh'))
  const german = readFileSync(join(folder, 'de/messages.po'), 'utf8')
  writeFileSync(
    join(copy, 'tlh/messages.po'),
    german.replaceAll(/^msgstr "(.*)"$/gm, (_, text: string) => `msgstr "${text.toUpperCase()}"`),
  )
  return copy
}

test('OPEN-6 a folder with one .po file is a language: the picker, the contract, the catalogue, words, mails and notifications have it', () => {
  const copy = withInvented()
  expect(languagesIn(copy)).toEqual(['en', 'de', 'pl', 'tlh'])
  const read = (name: string) => messagesIn(readFileSync(join(copy, name, 'messages.po'), 'utf8'))
  const files = filesOf(new Map(languagesIn(copy).map((name) => [name, read(name)])))
  rmSync(copy, { recursive: true })
  // The picker and the contract's enum are made of this list.
  expect(files.get('languages')).toContain('["en","de","pl","tlh"]')
  expect(files.get('names')).toMatch(/"tlh":\{[^}]*"Dairy":"MILCHPRODUKTE UND EIER"/)
  expect(files.get('names')).toContain('KARTOFFEL:N,/ERD:ÄPFEL,APFEL')
  expect(files.get('names')).toContain('KILOGRAMM')
  expect(files.get('measures')).toContain('ESSLÖFFEL')
  expect(files.get('recipe')).toContain('GEHACKT')
  expect(files.get('exchange')).toContain('WÄHRUNG')
  expect(files.get('worker')).toContain('AUF EINER EINKAUFSLISTE GIBT ES NEUES')
  for (const text of ['AKTIVIERE DEIN KONTO', 'ALKOHOL, BIER', 'WOCHENEINKAUF', 'LETZTE LISTE'])
    expect(files.get('server')).toContain(text)
})

test('OPEN-6 a text without a translation stays English, and each language has all of them', () => {
  const message = { origins: ['server/x.ts'], msgctxt: '', msgid: 'Welcome!', msgstr: '' }
  expect(
    filesOf(
      new Map([
        ['en', [message]],
        ['tlh', [message]],
      ]),
    ).get('server'),
  ).not.toContain('Welcome')
  for (const language of languages)
    for (const { msgid, msgstr } of messagesIn(readFileSync(join(folder, language, 'messages.po'), 'utf8')))
      expect(msgstr, `${language}: ${msgid}`).not.toBe('')
})

test('OPEN-6 a translation has the placeholders and tags of its text', () => {
  const partsOf = (text: string) =>
    [...new Set(text.match(/(?<!(?:=\d|one|few|many|other) )\{\w+(?=[,}])|<\/?\d+\/?>/g))].toSorted()
  const english = new Map(
    messagesIn(readFileSync(join(folder, 'en/messages.po'), 'utf8')).map((one) => [
      `${one.msgctxt} ${one.msgid}`,
      one.msgstr,
    ]),
  )
  for (const { msgctxt, msgid, msgstr } of messagesIn(readFileSync(join(folder, 'de/messages.po'), 'utf8')))
    expect(partsOf(msgstr), msgid).toEqual(partsOf(english.get(`${msgctxt} ${msgid}`) ?? ''))
})

const typed: [line: string, product: object][] = [
  ['2 kg Kartoffeln', { quantity: 2, unit: 'kg', productName: 'Kartoffeln' }],
  ['eine halbe Gurke', { quantity: 0.5, productName: 'Gurke' }],
  ['ein halber Liter Milch', { quantity: 0.5, unit: 'l', productName: 'Milch' }],
  ['Milch 1,49', { price: 1.49, productName: 'Milch' }],
  ['Milch 1,49 Euro', { price: 1.49, productName: 'Milch' }],
  ['3 Dosen Tomaten', { quantity: 3, productName: 'Dosen Tomaten' }],
  ['250 g Mehl', { quantity: 250, unit: 'g', productName: 'Mehl' }],
  ['ca. 500 g Hackfleisch', { quantity: 500, unit: 'g', productName: 'Hackfleisch' }],
  ['zwei Liter Milch', { quantity: 2, unit: 'l', productName: 'Milch' }],
  ['Bananen je 0,99', { price: 0.99, priceFor: 'unit', productName: 'Bananen' }],
  ['Joghurt 2 für 5 €', { quantity: 2, price: 5, priceFor: 'all', productName: 'Joghurt' }],
  ['Salat 1,20 pro Stück', { unit: 'pcs', price: 1.2, priceFor: 'unit', productName: 'Salat' }],
  ['Pfand -3,00 €', { price: -3, productName: 'Pfand' }],
  ['Brot 3 Stück', { quantity: 3, unit: 'pcs', productName: 'Brot' }],
]

test.each(typed)('OPEN-6 quick add reads %s', (line, product) => {
  expect(understand(line, { currency: 'EUR' })).toEqual(product)
})

test('OPEN-6 in one household the others still read the words that they type', () => {
  expect(understand('2 szt. mleka')).toMatchObject({ quantity: 2, unit: 'pcs' })
  expect(understand('pół litra śmietany')).toMatchObject({ quantity: 0.5, unit: 'l' })
  expect(understand('half a cucumber')).toMatchObject({ quantity: 0.5, productName: 'cucumber' })
  // A word of German that is a name to others, or only a part of one.
  for (const name of ['Kanne', 'Stange', 'Bund', 'St. Gallen Bratwurst', 'Die Limo', 'Typ 405', 'Chips'])
    expect(isPlain(understand(name)), name).toBe(true)
})

const cooked: [line: string, product: object][] = [
  ['1 EL Zucker', { productName: 'Zucker', quantity: null, note: '1 EL' }],
  ['2 Zehen Knoblauch, gehackt', { productName: 'Knoblauch', quantity: null, note: '2 Zehen, gehackt' }],
  ['3 Dosen Tomaten', { productName: 'Tomaten', quantity: 3, unit: 'pcs', note: 'Dosen' }],
  ['250 g Mehl', { productName: 'Mehl', quantity: 250, unit: 'g' }],
  ['eine halbe Gurke', { productName: 'Gurke', quantity: 0.5, unit: 'pcs' }],
  ['1 Prise Salz', { productName: 'Salz', quantity: null, note: '1 Prise' }],
  ['1 Bund Petersilie', { productName: 'Petersilie', quantity: 1, unit: 'pcs', note: 'Bund' }],
  ['1 Pck. Backpulver', { productName: 'Backpulver', quantity: 1, unit: 'pcs', note: 'Pck.' }],
  ['Pfeffer nach Geschmack', { productName: 'Pfeffer', quantity: null, note: 'nach Geschmack' }],
]

test.each(cooked)('OPEN-6 a recipe’s line reads %s', (line, product) => {
  expect(readIngredient(line)).toMatchObject(product)
})

test('OPEN-6 a recipe in German: its headings and portions', () => {
  const recipe = readRecipeText(
    'Pfannkuchen\nFür 4 Personen\nZutaten:\n250 g Mehl\n2 Eier\nZubereitung:\nAlles gut verrühren.',
  )
  expect(recipe?.ingredients.map(({ productName }) => productName)).toEqual(['Mehl', 'Eier'])
  expect(saidPortions('Für 4 Personen')).toBe(4)
})

test('OPEN-6 a product is one in all languages, and each person reads it in their own', () => {
  expect(new Set(['Kartoffel', 'Kartoffeln', 'Ziemniaki', 'potato'].map(productKey)).size).toBe(1)
  expect(shownName('Ziemniaki', 'de')).toBe('Kartoffeln')
  expect(shownName('Kartoffeln', 'pl')).toBe('Ziemniaki')
  // Regional words stay as they were typed.
  expect(catalogueName('semmeln', 'de')).toBe('Semmeln')
  for (const [name, same] of [
    ['Eier', 'Eggs'],
    ['Milch', 'Milk'],
    ['Semmeln', 'Rolls'],
  ] as const)
    expect([name, pictureOf(name)]).toEqual([name, pictureOf(same)])
  for (const language of languages) {
    const names = [...wares.values()].flat().map(({ name }) => namesIn(name, language)[0])
    expect(new Set(names).size, language).toBe(names.length)
  }
  expect(aisleIn('dairy', 'de')).toBe('Milchprodukte und Eier')
})

test('OPEN-6 files, notifications and choices by the browser follow', () => {
  expect(headingsIn('de').price).toBe('preis')
  const value = {
    ...initialValues,
    productName: 'Mehl',
    quantity: 1.5,
    unit: 'kg',
    price: 0.79,
  } as ProductValue
  expect(asLine(value, 'de', 'EUR')).toBe('Mehl 1,5 kg 0,79 €/kg')
  expect(decimalMark('de')).toBe(',')
  expect(acceptedLanguage('fr, de-AT;q=0.8, en;q=0.5')).toBe('de')
  expect(languageOf(['fi', 'de-CH'])).toBe('de')
  expect([...languages].map(directionOf)).toEqual(languages.map(() => 'ltr'))
  expect(directionOf('ar' as 'en')).toBe('rtl')
  const news = {
    kind: 'done',
    listName: '“x”',
    actors: ['Ola'],
    products: [],
    trips: [],
    mayAdd: true,
  } as const
  expect(pushText('de', { ...news, amount: 1 }).title).toBe('Einkauf fertig (Ola): 1 Sache')
  expect(pushText('pl', { ...news, amount: 5 }).title).toBe('Ola kończy zakupy: 5 rzeczy')
  // Nobody's text closes the quotes around it.
  expect(pushText('de', { ...news, amount: 0 }).title).toBe('Auf „"x"“ ist alles gekauft')
  expect(sayIn('de')('and {left} more', { left: 2 })).toBe('und 2 weitere')
})
