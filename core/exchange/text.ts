import { marksOf, shownCurrency, signOf, usualCurrency } from '../product/currency.ts'
import { texts } from '../locales/exchange.ts'
import type { Unit } from '../product/entities.ts'
import { decimalMark, type Language, localeOf } from '../text/language.ts'
import { forOne } from '../product/money.ts'
import { baseUnit } from '../product/prices.ts'
import { initialValues, type ProductValue } from '../product/table.ts'
import type { Steps } from '../text/steps.ts'
import { pastedIn } from './pasted.ts'
import { textIn } from '../text/words.ts'
import { understand, type Understood } from '../text/quick-add.ts'
import {
  type Collector,
  type ExchangedList,
  type ExchangedProduct,
  mostRows,
  NotReadable,
} from './exchange.ts'

/**
 * Writes a product as a person types it, 'potatoes 2 kg 3.20 zł/kg // ripe ones', in the form that quick add reads back
 * as the same product, where there is one.
 */
export function asLine(value: ProductValue, language: Language, currency = usualCurrency): string {
  const { productName: name, quantity, unit, price, priceFor = 'unit', note } = value
  const numberOf = (number: number) => String(number).replace('.', decimalMark(language))
  const unitIn = (one: Unit) => (one === 'pcs' ? textIn(language, 'pcs', 'column', texts) : one)
  const hasAmount = quantity !== initialValues.quantity || unit !== initialValues.unit
  const amount = hasAmount ? `${numberOf(quantity)} ${unitIn(unit)}` : ''
  const per = {
    unit: `/${unitIn(unit)}`,
    base: `/${unitIn(baseUnit(unit))}`,
    all: ` ${textIn(language, 'for all', 'column', texts)}`,
  }
  const isPlain = !hasAmount && (priceFor === 'all' || priceFor === forOne(unit))
  const money =
    price === undefined
      ? ''
      : `${price.toFixed(2).replace('.', decimalMark(language))} ${signOf(currency, localeOf(language))}${isPlain ? '' : per[priceFor]}`
  const remark = note ? ` // ${note}` : ''
  const details = [amount, money].filter((text) => text !== '')
  const lines = [
    `${[name, ...details].join(' ')}${remark}`,
    `${[amount, name, money].filter((text) => text !== '').join(' ')}${remark}`,
    `${[name, ...details].join(' | ')}${remark}`,
  ]
  return lines.find((line) => isSame(understand(line, { currency }), value)) ?? lines[0] ?? name
}

function isSame(said: Understood, value: ProductValue): boolean {
  const { productName, quantity = 1, unit = 'pcs', price, priceFor = 'unit', note = '' } = said
  return (
    productName === value.productName &&
    quantity === value.quantity &&
    unit === value.unit &&
    price === value.price &&
    (price === undefined || isSameFor(priceFor, value)) &&
    note === (value.note ?? '')
  )
}

/** For one piece the price is for it, for all of it and for each. */
function isSameFor(priceFor: string, { quantity, unit, priceFor: given = 'unit' }: ProductValue): boolean {
  return priceFor === given || (quantity === 1 && unit === 'pcs')
}

/** Writes a list for people, in groups by category: as Markdown, or as a text for a message. */
export function* listAsText(
  { listName, products, currency }: ExchangedList,
  { language, markdown }: { language: Language; markdown: boolean },
): Steps<string> {
  const box = markdown ? { open: '- [ ]', done: '- [x]' } : { open: '☐', done: '☑' }
  const groups = new Map<string, string[]>()
  for (const { value } of products) {
    const { category = '', productStatus } = value
    const heading = category === '' ? [] : [markdown ? `## ${category}\n` : `${category}:`]
    const group = groups.get(category) ?? heading
    group.push(`${productStatus ? box.done : box.open} ${asLine(value, language, currency)}`)
    groups.set(category, group)
    yield
  }
  // What has no category comes first: below a heading it would belong to that.
  const named = [...groups].toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
  const parts = named.map(([, lines]) => lines.join('\n'))
  return `${[`# ${listName}`, ...parts].join('\n\n')}\n`
}

/** Reads a text or Markdown, a product in each line, as it is read when it is pasted. '# Name' begins a list. */
export function* readText(text: string, fileName: string, into: Collector): Steps<void> {
  if (text.split('\n', mostRows + 1).length > mostRows) throw new NotReadable('fileTooLarge')
  const lists = text.split(/^(?=#\s+\S)/mu).filter((part) => part.trim() !== '')
  for (const part of lists) {
    const [, title] = /^#\s+(.+)/u.exec(part) ?? []
    const pasted = yield* pastedIn(
      title === undefined ? part : part.slice(part.indexOf('\n') + 1 || part.length),
    )
    const currency = currencyIn(pasted.map((line) => line.text))
    const products: ExchangedProduct[] = []
    for (const { text: line, bought, category } of pasted) {
      yield
      const said = understand(line, { currency })
      if (!/[\p{L}\p{N}]/u.test(said.productName)) continue
      const value = { ...said, category: category && into.text(category, 100) }
      products.push({
        value: { ...initialValues, ...into.values(value), productStatus: bought } as ProductValue,
      })
    }
    into.addList({ listName: title ?? fileName, currency: shownCurrency(currency), products })
  }
}

/** Currencies that a text may be in, and how many of its lines are looked at: a list has one currency. */
const others = ['EUR', 'GBP', 'CZK', 'UAH', 'USD', 'CHF', 'SEK', 'NOK', 'DKK', 'HUF', 'RON']
const mostLooked = 200

/** Returns the only other currency in which these lines have prices, unless some have them in the usual one. */
function currencyIn(lines: readonly string[]): string {
  const some = lines.slice(0, mostLooked).map((line) => line.toLowerCase())
  const marked = (currency: string) => {
    const marks = [...marksOf(currency)]
    return some.filter((line) => marks.some((mark) => line.includes(mark)))
  }
  const hasPrice = (line: string, currency: string) => understand(line, { currency }).price !== undefined
  if (marked(usualCurrency).some((line) => hasPrice(line, usualCurrency))) return usualCurrency
  const found = others.filter((currency) =>
    marked(currency).some((line) => hasPrice(line, currency) && !hasPrice(line, usualCurrency)),
  )
  return found.length === 1 ? (found[0] ?? usualCurrency) : usualCurrency
}
