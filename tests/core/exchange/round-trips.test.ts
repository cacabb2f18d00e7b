import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  Collector,
  type Exchanged,
  type ExchangedList,
  type ExchangedProduct,
  type Format,
  formats,
} from '../../../core/exchange/exchange.ts'
import { readFiles } from '../../../core/exchange/read.ts'
import { fileNameOf, writeList } from '../../../core/exchange/write.ts'
import { type Language, languages, limits, pricesFor, units } from '../../../core/product/entities.ts'
import { inBase } from '../../../core/product/money.ts'
import { parseProduct } from '../../../core/product/fields.ts'
import { runThrough } from '../../../core/text/steps.ts'
import { initialValues, type ProductValue } from '../../../core/product/table.ts'

const at = Date.UTC(2026, 10, 30)

function written(list: ExchangedList, format: Format, language: Language): Uint8Array {
  const ids = list.products.map((_, index) => `p${index}`)
  return new TextEncoder().encode(runThrough(writeList(list, format, { language, at, ids })))
}

function read(bytes: Uint8Array, language: Language, name = 'file.txt', format?: Format): Exchanged {
  return runThrough(readFiles([{ name, bytes }], { language, format }))
}

const hundredths = (least: number, most: number) =>
  fc.integer({ min: Math.round(least * 100), max: Math.round(most * 100) }).map((value) => value / 100)

/** A text that can be stored: the signs that CSV, iCalendar, Markdown and spreadsheets take for something else included. */
const text = (most: number) =>
  fc
    .array(
      fc.constantFrom(...'abc żół 🥛 ";,\\\'=+-@|#[]()/:.12 kg\u00a0'.split(''), 'END:VTODO', '\\n', '```'),
      {
        maxLength: 30,
      },
    )
    .map((signs) => new Collector().text(signs.join(''), most))

/** What a field that is left out says is not written: 'unit', and the day of a price that is not there. */
function normal(value: ProductValue): ProductValue {
  const parsed = parseProduct(value)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const { lastPriceDay, ...whole } = parsed.value
  const texts = Object.fromEntries(Object.entries(whole).filter(([, one]) => one !== ''))
  return {
    ...(texts as unknown as ProductValue),
    ...(whole.lastPrice !== undefined && lastPriceDay && { lastPriceDay }),
  }
}

const product: fc.Arbitrary<ProductValue> = fc
  .record(
    {
      productName: text(limits.name).filter((name) => /[\p{L}\p{N}]/u.test(name)),
      note: text(200),
      quantity: hundredths(limits.quantityMin, limits.quantityMax),
      unit: fc.constantFrom(...units),
      price: hundredths(-limits.price, limits.price),
      priceFor: fc.constantFrom(...pricesFor),
      lastPrice: hundredths(0.01, limits.price),
      lastPriceDay: fc.integer({ min: 1, max: 30_000 }),
      shop: text(limits.label),
      category: text(limits.label),
      productStatus: fc.boolean(),
    },
    { requiredKeys: ['productName'] },
  )
  // For kg and pieces `base` reads as `unit`.
  .map(({ priceFor, ...value }) => {
    const unit = value.unit ?? 'pcs'
    const meant = priceFor === 'base' && inBase[unit] === 1 ? 'unit' : priceFor
    return normal({ ...initialValues, ...value, ...(value.price !== undefined && { priceFor: meant }) })
  })

const list: fc.Arbitrary<ExchangedList> = fc.record({
  listName: text(limits.name).filter((name) => /\p{L}/u.test(name)),
  products: fc.array(
    product.map((value): ExchangedProduct => ({ value })),
    { maxLength: 8 },
  ),
})

const valuesIn = ({ products }: ExchangedList) => products.map(({ value }) => normal(value))

test.each(['json', 'csv', 'ics'] as const)(
  'OPEN-1 a list that is written as %s and read again is the same: values, ticks and order',
  (format) => {
    fc.assert(
      fc.property(list, fc.constantFrom(...languages), (given, language) => {
        fc.pre(given.products.length > 0)
        const file = read(written(given, format, language), language, fileNameOf(given.listName, format))
        expect(file.lost).toBe(0)
        expect(file.lists.map(valuesIn)).toEqual([valuesIn(given)])
        if (format !== 'csv') expect(file.lists[0]?.listName).toBe(given.listName)
      }),
    )
  },
)

test('OPEN-1 JSON keeps what belongs to the list: its day, its status and currency, and when things were bought', () => {
  const milk = {
    value: { ...initialValues, productName: 'Milk', productStatus: true },
    boughtAt: at - 86_400_000,
  }
  const whole: ExchangedList = {
    listName: 'Święta',
    date: '2026-11-01T08:00:00.000Z',
    listStatus: 'archiwum',
    currency: 'EUR',
    products: [milk],
  }
  expect(read(written(whole, 'json', 'pl'), 'pl').lists).toEqual([whole])
})

const name = fc.constantFrom(
  'Milk',
  'Rye bread',
  'Ziemniaki',
  'Papier toaletowy',
  'Coca-Cola',
  'Jajka',
  'Ser żółty',
)
/** Products as people have them: a price is for one of the unit, one kg or all of it. */
const everyday: fc.Arbitrary<ProductValue> = fc
  .record(
    {
      productName: name,
      note: fc.constantFrom('ripe', 'bez laktozy', ''),
      amount: fc.oneof(
        fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constant('pcs' as const)),
        fc.tuple(fc.constantFrom(0.5, 1, 1.5, 2), fc.constantFrom('kg' as const, 'l' as const)),
        fc.tuple(fc.constantFrom(100, 250, 300, 500), fc.constantFrom('g' as const, 'ml' as const)),
      ),
      price: fc.constantFrom(0.99, 3.49, 12.99, 24.9),
      priceFor: fc.constantFrom(...pricesFor),
      category: fc.constantFrom('Dairy', 'Owoce i warzywa'),
      productStatus: fc.boolean(),
    },
    { requiredKeys: ['productName', 'amount'] },
  )
  .map(({ amount: [quantity, unit], priceFor = 'unit', ...value }) => {
    const isSmall = inBase[unit] > 1
    const meant =
      unit === 'pcs' && quantity === 1
        ? 'unit'
        : isSmall
          ? priceFor === 'unit'
            ? 'all'
            : priceFor
          : priceFor === 'base'
            ? 'unit'
            : priceFor
    return normal({
      ...initialValues,
      ...value,
      quantity,
      unit,
      ...(value.price !== undefined && { priceFor: meant }),
    })
  })

test.each(['text', 'md'] as const)(
  'OPEN-1 a list that is written as %s for people reads as the same products, group by group',
  (format) => {
    fc.assert(
      fc.property(
        fc.array(everyday, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...languages),
        (values, language) => {
          const given = { listName: 'Weekend', products: values.map((value) => ({ value })) }
          const [back] = read(written(given, format, language), language).lists
          const groups = Map.groupBy(values, ({ category = '' }) => category)
          const inGroups = [...groups]
            .toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
            .flatMap(([, some]) => some)
          expect(back?.listName).toBe('Weekend')
          expect(back && valuesIn(back)).toEqual(inGroups)
        },
      ),
      { numRuns: 500 },
    )
  },
)

test('OPEN-1 what any bytes hold is read or refused, never half of it, and never longer than a list can be', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom(...formats, undefined),
      (bytes, format) => {
        try {
          for (const { products } of read(bytes, 'en', 'x.bin', format).lists)
            for (const { value } of products) expect(parseProduct(value).ok).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({
            why: expect.stringMatching(/^(unknownFormat|nothingInFile|fileTooLarge)$/) as string,
          })
        }
      },
    ),
  )
})

test.each(['csv', 'text', 'md', 'ics', 'json'] as const)(
  'OPEN-1 MONEY-3 a price in another currency stays that, as %s',
  (format) => {
    const value = {
      ...initialValues,
      productName: 'Eggs',
      quantity: 10,
      price: 12.5,
      priceFor: 'all' as const,
    }
    for (const currency of ['EUR', 'CZK', 'GBP'])
      for (const language of languages) {
        const given = { listName: 'Abroad', currency, products: [{ value }] }
        const { lists, lost } = read(written(given, format, language), language, `Abroad.${format}`)
        expect([lists.map(valuesIn), lists[0]?.currency, lost]).toEqual([[[normal(value)]], currency, 0])
      }
  },
)

test('OPEN-1 every reader pauses at each row, so that a large file holds up nobody', () => {
  const rows = 3_000
  const lines = Array.from({ length: rows }, (_, n) => `thing ${n}`)
  const ofBytes = (text: string, name: string) => {
    const steps = readFiles([{ name, bytes: new TextEncoder().encode(text) }], { language: 'en' })
    for (let count = 0; ; count++) if (steps.next().done) return count
  }
  expect(ofBytes(`name,unit\n${lines.join('\n')}`, 'a.csv')).toBeGreaterThan(rows)
  expect(ofBytes(lines.join('\n'), 'a.txt')).toBeGreaterThan(rows)
  expect(ofBytes(JSON.stringify(lines), 'a.json')).toBeGreaterThan(rows)
  const products = lines.map((productName) => ({ productName }))
  expect(ofBytes(JSON.stringify({ lists: [{ listName: 'a', products }] }), 'a.json')).toBeGreaterThan(rows)
  expect(() => ofBytes(`name,unit\n${'a\n'.repeat(100_010)}`, 'a.csv')).toThrow('fileTooLarge')
  expect(() => ofBytes('a\n'.repeat(100_010), 'a.txt')).toThrow('fileTooLarge')
  expect(() => ofBytes(JSON.stringify(Array.from({ length: 100_010 }, () => 'a')), 'a.json')).toThrow(
    'fileTooLarge',
  )
})
