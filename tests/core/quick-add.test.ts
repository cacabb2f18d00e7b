import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Unit } from '../../core/product/entities.ts'
import { isManyLines, readPasted, unmarked } from '../../core/words/pasted.ts'
import { understand, type Understood, withName } from '../../core/words/quick-add.ts'
import { amountOf, unitOf } from '../../core/words/quick-units.ts'

type Row = [line: string, name: string, quantity?: number, unit?: Unit, price?: number]

const understood: Row[] = [
  ['2 kg potatoes', 'potatoes', 2, 'kg'],
  ['2kg potatoes', 'potatoes', 2, 'kg'],
  ['2 kg of potatoes', 'potatoes', 2, 'kg'],
  ['potatoes 2kg', 'potatoes', 2, 'kg'],
  ['potatoes, 2 kg', 'potatoes', 2, 'kg'],
  ['potatoes (2 kg)', 'potatoes', 2, 'kg'],
  ['potatoes – 2 kg', 'potatoes', 2, 'kg'],
  ['potatoes: 2 kg', 'potatoes', 2, 'kg'],
  ['3x milk 3,49', 'milk', 3, undefined, 3.49],
  ['3 x milk', 'milk', 3],
  ['3× milk', 'milk', 3],
  ['x3 milk', 'milk', 3],
  ['milk x3', 'milk', 3],
  ['milk 3x', 'milk', 3],
  ['milk (x 3)', 'milk', 3],
  ['1,5 l mleka 4,20 zł', 'mleka', 1.5, 'l', 4.2],
  ['1.5 l milk 4.20 PLN', 'milk', 1.5, 'l', 4.2],
  ['mleko 4,20 zł 2 szt.', 'mleko', 2, 'pcs', 4.2],
  ['mleko 2 szt a 4,20', 'mleko', 2, 'pcs', 4.2],
  ['milk 2 pcs @ 4.20', 'milk', 2, 'pcs', 4.2],
  ['milk @4', 'milk', undefined, undefined, 4],
  ['bułki 6 szt po 0,89', 'bułki', 6, 'pcs', 0.89],
  ['10 dag szynki', 'szynki', 10, 'dag'],
  ['15 deka sera', 'sera', 15, 'dag'],
  ['200 gr sera', 'sera', 200, 'g'],
  ['250 gramów masła', 'masła', 250, 'g'],
  ['500 ml śmietanki', 'śmietanki', 500, 'ml'],
  ['3 litry soku', 'soku', 3, 'l'],
  ['5 litrów wody', 'wody', 5, 'l'],
  ['2 litres of water', 'water', 2, 'l'],
  ['3 m kabla', 'kabla', 3, 'm'],
  ['2 metry wstążki', 'wstążki', 2, 'm'],
  ['30 cm ribbon', 'ribbon', 30, 'cm'],
  ['30 centymetrów taśmy', 'taśmy', 30, 'cm'],
  ['jajka 10 szt', 'jajka', 10, 'pcs'],
  ['jajka 10 sztuk', 'jajka', 10, 'pcs'],
  ['4 sztuki kajzerek', 'kajzerek', 4, 'pcs'],
  ['10 jajek', 'jajek', 10],
  ['2 chleby', 'chleby', 2],
  ['pół kg sera', 'sera', 0.5, 'kg'],
  ['ser pół kg', 'ser', 0.5, 'kg'],
  ['pół litra mleka', 'mleka', 0.5, 'l'],
  ['półtora kilo cukru', 'cukru', 1.5, 'kg'],
  ['ćwierć kg kawy', 'kawy', 0.25, 'kg'],
  ['half a kilo of rice', 'rice', 0.5, 'kg'],
  ['½ kg rice', 'rice', 0.5, 'kg'],
  ['1½ l juice', 'juice', 1.5, 'l'],
  ['1/2 kg rice', 'rice', 0.5, 'kg'],
  ['kg cukru', 'cukru', 1, 'kg'],
  ['litr mleka', 'mleka', 1, 'l'],
  ['milk 3,49', 'milk', undefined, undefined, 3.49],
  ['milk 3.49', 'milk', undefined, undefined, 3.49],
  ['milk 3,49zł', 'milk', undefined, undefined, 3.49],
  ['milk 3 zł', 'milk', undefined, undefined, 3],
  ['milk 5 złotych', 'milk', undefined, undefined, 5],
  ['telewizor 1 234,50 zł', 'telewizor', undefined, undefined, 1234.5],
  ['ziemniaki 2 kg 3,49 zł/kg', 'ziemniaki', 2, 'kg', 3.49],
  ['ziemniaki 3,49 zł/kg', 'ziemniaki', undefined, 'kg', 3.49],
  ['coca cola 2 x 1,5 l', 'coca cola 1,5 l', 2],
  ['2x mleko 1l', 'mleko 1l', 2],
  ['2\u00a0kg\u00a0żółtych ziemniaków', 'żółtych ziemniaków', 2, 'kg'],
  ['2 KG ZIEMNIAKÓW', 'ZIEMNIAKÓW', 2, 'kg'],
]

function expectedOf([, productName, quantity, unit, price]: Row) {
  return Object.fromEntries(
    Object.entries({ productName, quantity, unit, price }).filter(([, value]) => value !== undefined),
  )
}

test.each(understood)('DETAIL-24 %j', (...row) => {
  expect(understand(row[0])).toEqual(expectedOf(row))
})

const packs: Row[] = [
  ['ser 200g 9,99', 'ser 200g', 1, 'pcs', 9.99],
  ['ser 200g 9.99', 'ser 200g', 1, 'pcs', 9.99],
  ['ser 200 g 9,99 zł', 'ser 200 g', 1, 'pcs', 9.99],
  ['200g ser 9,99', '200g ser', 1, 'pcs', 9.99],
  ['20 dag szynki 8 zł', '20 dag szynki', 1, 'pcs', 8],
  ['szynka 20 dag po 8,50', 'szynka 20 dag', 1, 'pcs', 8.5],
  ['cream 500 ml 4.20', 'cream 500 ml', 1, 'pcs', 4.2],
  ['ser 9,99 200g', 'ser 200g', 1, 'pcs', 9.99],
  ['ser (200g) 9,99', 'ser (200g)', 1, 'pcs', 9.99],
  ['ribbon 30 cm 5.00', 'ribbon 30 cm', 1, 'pcs', 5],
  ['ser 200g 9,99 zł/szt', 'ser 200g', 1, 'pcs', 9.99],
  ['2x ser 200g 9,99', 'ser 200g', 2, undefined, 9.99],
  ['ser 2 x 200g 9,99', 'ser 200g', 2, undefined, 9.99],
  // A price per gram or decagram has to be written out.
  ['szafran 2 g 30 zł/g', 'szafran', 2, 'g', 30],
  ['30 dag sera 3,50 zł/dag', 'sera', 30, 'dag', 3.5],
]

const stays: Row[] = [
  // By the kilogram, litre or metre, a price is for one unit.
  ['2 kg ziemniaki 3,50', 'ziemniaki', 2, 'kg', 3.5],
  ['1,5 l wody 2,49', 'wody', 1.5, 'l', 2.49],
  ['kabel 3 m 4,50', 'kabel', 3, 'm', 4.5],
  ['ser 200g', 'ser', 200, 'g'],
]

test.each(packs)(
  'DETAIL-24 beside grams, decagrams, millilitres and centimetres the price is that of the pack: %j',
  (...row) => {
    expect(understand(row[0])).toEqual(expectedOf(row))
  },
)

test.each(stays)('DETAIL-24 the price is for one, or there is none: %j', (...row) => {
  expect(understand(row[0])).toEqual(expectedOf(row))
})

const noted: [line: string, expected: Understood][] = [
  ['milk (lactose-free)', { productName: 'milk', note: 'lactose-free' }],
  [
    '2 l mleka (bez laktozy) 4,20 zł',
    { productName: 'mleka', quantity: 2, unit: 'l', price: 4.2, note: 'bez laktozy' },
  ],
  ['milk (lactose-free) 2 l', { productName: 'milk', quantity: 2, unit: 'l', note: 'lactose-free' }],
  ['2x milk // the blue one, 3 %', { productName: 'milk', quantity: 2, note: 'the blue one, 3 %' }],
  ['milk //lactose-free', { productName: 'milk', note: 'lactose-free' }],
  ['ser (żółty) // dla Ani', { productName: 'ser', note: 'żółty; dla Ani' }],
  ['eggs (10)', { productName: 'eggs (10)' }],
  ['chips (200 g) 2 szt', { productName: 'chips (200 g)', quantity: 2, unit: 'pcs' }],
  ['https://example.org/milk', { productName: 'https://example.org/milk' }],
  ['milk //', { productName: 'milk' }],
  ['// a note alone', { productName: '// a note alone' }],
  ['(a note alone)', { productName: '(a note alone)' }],
  [`milk (${'x'.repeat(201)})`, { productName: `milk (${'x'.repeat(201)})` }],
]
test.each(noted)('HAND-5 %j: words in brackets and behind slashes are a note', (line, expected) => {
  expect(understand(line)).toEqual(expected)
})

test('HAND-5 what somebody typed as a note already leaves the brackets to the name', () => {
  expect(understand('milk (cold)', { note: false })).toEqual({ productName: 'milk (cold)' })
})

test('DETAIL-20 DETAIL-21 a pack costs what was written, whatever it weighs', () => {
  const decimals = fc.integer({ min: 1, max: 99_999 }).map((grosze) => (grosze / 100).toFixed(2))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.constantFrom('g', 'g ', 'dag', ' dag', 'ml', ' cm'),
      decimals,
      fc.constantFrom(',', '.'),
      fc.constantFrom('', ' zł'),
      fc.boolean(),
      (weight, unit, price, mark, currency, weightFirst) => {
        const [amount, cost] = [`${weight}${unit}`.trim(), `${price.replace('.', mark)}${currency}`]
        const line = weightFirst ? `${amount} ser ${cost}` : `ser ${amount} ${cost}`
        const said = understand(line)
        fc.pre(said.price !== undefined) // '0,33' alone is the size of a can
        expect((said.price ?? 0) * (said.quantity ?? 1)).toBe(Number(price))
        expect(said.productName).toContain(String(weight))
      },
    ),
  )
})

test.each([
  'milk',
  '7up',
  '7 up',
  '7 Days',
  '3Bit',
  '2% milk',
  '2 % milk',
  '100% juice',
  '3 in 1 coffee',
  '3w1 kawa',
  '3M tape',
  '5G router',
  '00 flour',
  'mąka 00',
  'mąka typ 500',
  'ser 45%',
  'Product 12',
  'mleko 3,2',
  'mleko 3,2%',
  'Cola 0,33',
  'witamina B12',
  'AA batteries',
  '2 kg',
  '2',
  '3,49',
  '3,49 zł',
  'pół kg',
  'Poll milk',
  'halfm rope',
  'x3',
  '0 kg sugar',
  '200000 kg sugar',
  '3xl t-shirt',
  'papier A4',
  '3 mleka za 10 zł'.slice(2),
  '1000 Islands',
  'a',
  'kg',
])('DETAIL-24 %j is a name as it stands', (line) => {
  expect(understand(line)).toEqual({ productName: line })
})

test('DETAIL-20 a price is never taken from the quantity, and the other way round', () => {
  expect(understand('3 kg potatoes').price).toBeUndefined()
  expect(understand('2,50 kg potatoes').price).toBeUndefined()
  expect(understand('potatoes 2,50 kg').price).toBeUndefined()
  expect(understand('milk 2,50').quantity).toBeUndefined()
  expect(understand('20 dag szynki 39,90 zł/kg').price).toBeUndefined()
})

test('DETAIL-24 numbers that were typed into their own fields leave those of the name alone', () => {
  expect(understand('2 kg milk 3,49', { quantity: false })).toEqual({ productName: '2 kg milk', price: 3.49 })
  expect(understand('2 kg milk 3,49', { price: false })).toEqual({
    productName: 'milk 3,49',
    quantity: 2,
    unit: 'kg',
  })
  expect(understand('4 Seasons pizza', { isName: (text) => text === '4 Seasons pizza' })).toEqual({
    productName: '4 Seasons pizza',
  })
})

test('DETAIL-24 every unit is known in both languages', () => {
  const spelled: Record<Unit, string[]> = {
    pcs: ['szt', 'szt.', 'sztukę', 'pieces'],
    l: ['l', 'L', 'litrów', 'litres'],
    dag: ['dag', 'dekagramów', 'decagrams'],
    kg: ['KG', 'kilogramów', 'kilograms'],
    ml: ['ml', 'mililitrów', 'millilitres'],
    m: ['m', 'metrów', 'metres'],
    g: ['g', 'gramów', 'grams'],
    cm: ['cm', 'centymetrów', 'centimetres'],
  }
  for (const [unit, words] of Object.entries(spelled))
    expect(words.map(unitOf)).toEqual(words.map(() => unit as Unit))
})

const unseen = /[\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** The words that are lost: not in the name, not in the note, and no amount, unit or price word. */
function wordsLost(line: string, { productName, note = '' }: Understood): string[] {
  const kept = new Set(`${productName} ${note}`.match(/[\p{L}\p{M}]+/gu))
  const glue = /^(?:x|a|à|po|of|za|zł|zl|złoty|złotych|złote|pln|half|pół|połowa|półtora|półtorej|ćwierć)$/iu
  return (line.normalize('NFC').match(/[\p{L}\p{M}]+/gu) ?? []).filter(
    (word) => !kept.has(word) && !unitOf(word) && !glue.test(word) && amountOf(word) === null,
  )
}

const bits = fc.oneof(
  fc.constantFrom(
    ...'2 kg,//,l,x,3,49,zł,/,½,(,),-,:, ,pół,of,a,@,milk,7up,%,Żółw,e\u0301,\u200b,👩‍🍳'.split(','),
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const lines = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(bits, { maxLength: 9 }).map((words) => words.join(' ')),
  fc.array(bits, { maxLength: 9 }).map((words) => words.join('')),
)

test('DETAIL-24 whatever is typed, nothing throws and no word is lost', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const said = understand(line)
      expect(wordsLost(line.replace(unseen, ''), said)).toEqual([])
      const visible = line.replace(
        /[\p{Cc}\p{Cs}\p{Z}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu,
        '',
      )
      if (visible !== '') expect(said.productName).not.toBe('')
      // Every quantity that was understood can be stored.
      if (said.quantity !== undefined) expect(Math.round(said.quantity * 100) / 100).toBe(said.quantity)
    }),
    { numRuns: 2_000 },
  )
})

test('DETAIL-24 very long lines are read in no time and kept whole', () => {
  const line = `2 kg ${'very '.repeat(5_000)}long`
  expect(understand(line).productName).toBe(line)
  expect(understand('2 kg ' + ' '.repeat(50_000) + 'milk')).toEqual({
    productName: 'milk',
    quantity: 2,
    unit: 'kg',
  })
})

test('DETAIL-7 another name takes the place of the typed one, the rest stays', () => {
  expect(withName('2 kg pot', 'pot', 'Potatoes')).toBe('2 kg Potatoes')
  expect(withName('pot 2 kg', 'pot', 'Potatoes')).toBe('Potatoes 2 kg')
  expect(withName('pot', 'milk', 'Milk')).toBeNull()
})

test.each([
  ['- milk', 'milk', false],
  ['* milk', 'milk', false],
  ['• milk', 'milk', false],
  ['– milk', 'milk', false],
  ['-milk', 'milk', false],
  ['1. milk', 'milk', false],
  ['12) milk', 'milk', false],
  ['[ ] milk', 'milk', false],
  ['[] milk', 'milk', false],
  ['- [ ] milk', 'milk', false],
  ['- [x] milk', 'milk', true],
  ['[X] milk', 'milk', true],
  ['☐ milk', 'milk', false],
  ['☑ milk', 'milk', true],
  ['☑️ milk', 'milk', true],
  ['✅ milk', 'milk', true],
  ['✓ milk', 'milk', true],
  ['1. 2 kg milk', '2 kg milk', false],
  ['1.5 l milk', '1.5 l milk', false],
  ['7up', '7up', false],
  ['---', '', false],
  ['   ', '', false],
  ['12.', '12.', false],
] as const)('DETAIL-24 the line %j', (line, text, bought) => {
  expect(unmarked(line)).toEqual({ text, bought })
})

test('DETAIL-24 a pasted text: headings name the category up to a blank line, crossed boxes are bought', () => {
  const text =
    '\ufeffWarzywa:\r\n- [ ] 2 kg ziemniaków\r\n- [x] marchew\r\n\r\n• mleko 3,49\r\n\r\n## Pieczywo\r\n\r\n1. chleb\r\n'
  expect(readPasted(text)).toEqual([
    { text: '2 kg ziemniaków', bought: false, category: 'Warzywa' },
    { text: 'marchew', bought: true, category: 'Warzywa' },
    { text: 'mleko 3,49', bought: false },
    { text: 'chleb', bought: false, category: 'Pieczywo' },
  ])
  expect(isManyLines(text)).toBe(true)
  expect(isManyLines('milk\n\n')).toBe(false)
})

test('DETAIL-24 a heading with nothing under it is a product', () => {
  expect(readPasted('Milk:\nBread:\nrolls')).toEqual([
    { text: 'Milk', bought: false },
    { text: 'rolls', bought: false, category: 'Bread' },
  ])
})

test('DETAIL-24 of any pasted text every line with a word in it comes back', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 12 }), (many) => {
      const text = many.join('\n')
      const back = readPasted(text)
        .flatMap((line) => [line.text, line.category ?? ''])
        .join(' ')
      const kept = new Set(back.match(/[\p{L}\p{M}]+/gu))
      const typed = text.normalize('NFC').replace(unseen, '')
      const lost = (typed.match(/[\p{L}\p{M}]+/gu) ?? []).filter(
        (one) => !kept.has(one) && one.toLowerCase() !== 'x',
      )
      expect(lost).toEqual([])
    }),
  )
})
