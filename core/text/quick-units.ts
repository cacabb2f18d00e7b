import { marksOf, usualCurrency } from '../product/currency.ts'
import type { Unit } from '../product/entities.ts'
import { inBase } from '../product/money.ts'
import { sameKey } from './normalise.ts'
import { words } from './words.ts'

/** Spellings of a unit, in all grammatical cases. 'pcs' is first what a piece is called in an amount: '3 pcs' */
const spellings: Record<Unit, string[]> = {
  pcs: words('pcs pc piece pieces'),
  l: words('l ltr litre litres liter liters'),
  dag: words('dag decagram decagrams'),
  kg: words('kg kgs kilo kilos kilogram kilograms'),
  ml: words('ml millilitre millilitres milliliter milliliters'),
  m: words('m metre metres meter meters'),
  g: words('g gr grams gram gramme grammes'),
  cm: words('cm centimetre centimetres centimeter centimeters'),
}

const units = new Map(
  Object.entries(spellings).flatMap(([unit, all]) => all.map((word) => [sameKey(word), unit as Unit])),
)

/** Returns the unit that a word names, or null. Capital M and G are not units: 3M is a brand, 5G a network. */
export function unitOf(word: string): Unit | null {
  if (word === 'M' || word === 'G') return null
  return units.get(sameKey(word.replace(/\.$/, ''))) ?? null
}

/**
 * Returns whether 1.000 of this unit means 1 000: 1.000 g does, 1.000 kg is 1, because small units have no decimals.
 */
export function isCountedInThousands(unit: Unit): boolean {
  return unit === 'pcs' || inBase[unit] > 1
}

const set = (all: readonly string[]) => new Set(all.map(sameKey))

/** Amounts in words. They count only before a unit, since 'pół tłuste' and 'Two Chicks' are names. */
export const amountWords: ReadonlyMap<string, number> = new Map(
  (
    [
      [words('half'), 0.5],
      [words('quarter'), 0.25],
      [words('one-and-a-half'), 1.5],
      [words('one'), 1],
      [words('two'), 2],
      [words('three'), 3],
      [words('four'), 4],
      [words('five'), 5],
      [words('six'), 6],
    ] as const
  ).flatMap(([all, value]) => all.map((word) => [sameKey(word), value] as const)),
)

const zlotyWords = set(['zł', 'złoty', 'złotych', 'złote', 'pln'])

/** Returns the words and signs that make a number a price in this currency. */
export function currencyWords(currency = usualCurrency): ReadonlySet<string> {
  return currency === usualCurrency ? zlotyWords : marksOf(currency)
}

export const groszeWords = set(['gr', 'grosz', 'grosze', 'groszy'])
/** Words before an amount that is not exact */
export const aboutWords = set(words('ca circa approx approximately about around'))
/** Words between the two numbers of a range: '2 or 3' */
export const rangeWords = set(words('to or'))

/**
 * After one of these words, a number is not the product's amount: 'for 2 people', 'worek na 5 kg', 'mleka za 10 zł',
 * 'min. 2 kg', '2 w cenie 1'.
 */
export const leadingWords = set(
  words(
    'min max minimum maximum least most than plus minus for from to under over of with in on at and or per by the no nr number size type',
  ),
)

/** Words before a price of one: 'po 2 zł', 'at 2.50' */
export const atWords = set(words('a'))
/** Words between a price and what it is for: 'zł za kg', 'per kg' */
export const perWords = set(words('per'))
/** Words between two products, or the parts of a number: '1 i pół', '1 and a half' */
export const andWords = set(words('and'))
/** Words between an amount and its name, '2 kg of flour'; '-' in a language that has none */
export const ofWords = set(words('of'))

/** Words between a number of products and what they cost together: '3 za 10 zł', '3 for 10', '2 w cenie 1'. */
export const forWords = set(words('for'))
export const togetherWords = new Set([...forWords, ...set(words('for the price of'))])

/** Words beside what all of it costs: 'razem 12,99', '12,99 za wszystko', '12.99 for all'. */
export const totalWords = set(words('total together'))
/** '12.99 for all' */
export const beforeAllWords = set(words('for in'))
export const allWords = set(words('all total everything'))

/** Words behind a price of one: '2.50 each' */
export const eachWords = set(words('each ea apiece'))

/** Names of what gives money back, so that a dash before a price is a minus: 'kaucja - 3 zł'. */
export const moneyBackWords = set(
  words(
    'voucher vouchers deposit deposits refund refunds return returns back coupon coupons discount discounts rebate cashback',
  ),
)

/** Units that count as one of them where they stand without a number; no product's name begins or ends with them. */
export const bareUnits = set(words('kg kilo'))

/** Words after which a number belongs to the name: sizes, stages, models, brands. */
export const numberedWords = set(
  words(
    'product item article test list part vol volume book class grade level step stage version model set page day week color colour omega vitamin factor spf iphone ipad galaxy pixel playstation xbox windows fifa euro studio bebilon bebiko bebiprogram nan hipp humana enfamil aptamil holle kendamil nestle pampers pampersy huggies dada diapers nappies nutrilon mach fusion chanel heinz jameson chivas ballantines glenfiddich',
  ),
)

/** '12 year whisky', '2 ply paper', '16 oz cream cheese', '3 op ryżu': the number describes, or counts what is no name. */
export const describedWords = set(
  words(
    'ply pack pak grain grains seed seeds year years yr yo day days minute minutes min hour hours star way in w up bit plus layer layers step lb lbs oz inch inches cal cali mm mg mcg iu volt volts v watt watts amp amps gb tb den denier second seconds',
  ),
)
