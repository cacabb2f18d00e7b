import { marksOf, usualCurrency } from '../product/currency.ts'
import type { Unit } from '../product/entities.ts'
import { inBase } from '../product/money.ts'
import { sameKey } from './normalise.ts'

/** Spellings of the units in both languages and all grammatical cases, in the form of `sameKey`. */
const words: Record<Unit, string> = {
  pcs: 'szt sztuka sztuki sztuk sztuke pcs pc piece pieces',
  l: 'l ltr litr litry litra litrow litre litres liter liters',
  dag: 'dag dkg deka deko dekagram dekagramy dekagrama dekagramow decagram decagrams',
  kg: 'kg kgs kilo kilos kila kilogram kilogramy kilograma kilogramow kilograms',
  ml: 'ml mililitr mililitry mililitra mililitrow millilitre millilitres milliliter milliliters',
  m: 'm mb metr metry metra metrow metre metres meter meters',
  g: 'g gr gram gramy grama gramow grams gramme grammes',
  cm: 'cm centymetr centymetry centymetra centymetrow centimetre centimetres centimeter centimeters',
}

const units = new Map(
  Object.entries(words).flatMap(([unit, spelled]) => spelled.split(' ').map((word) => [word, unit as Unit])),
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

const set = (spelled: string) => new Set(spelled.split(' '))

/** Amounts in words. They count only before a unit, since 'pół tłuste' and 'Two Chicks' are names. */
export const amountWords: ReadonlyMap<string, number> = new Map([
  ...['pol', 'polowa', 'half'].map((word) => [word, 0.5] as const),
  ...['cwierc', 'quarter'].map((word) => [word, 0.25] as const),
  ...['poltora', 'poltorej'].map((word) => [word, 1.5] as const),
  ...['jeden jedna jedno one', 'dwa dwie two', 'trzy three', 'cztery four', 'piec five', 'szesc six'].flatMap(
    (spelled, i) => spelled.split(' ').map((word) => [word, i + 1] as const),
  ),
])

const zlotyWords = set('zl zloty zlotych zlote pln')

/** Returns the words and signs that make a number a price in this currency. */
export function currencyWords(currency = usualCurrency): ReadonlySet<string> {
  return currency === usualCurrency ? zlotyWords : marksOf(currency)
}

export const groszeWords = set('gr grosz grosze groszy')
export const aboutWords = set('ok okolo ca circa approx approximately about around')
export const rangeWords = set('do to or lub albo')

/**
 * After one of these words, a number is not the product's amount: 'for 2 people', 'worek na 5 kg', 'mleka za 10 zł',
 * 'min. 2 kg', '2 w cenie 1'.
 */
export const leadingWords = set(
  'cenie cene get min max maks minimum maximum minimalnie maksymalnie najmniej najwyzej przynajmniej least most niz than powyzej ponizej za na od do dla z ze w we po i a oraz lub albo bez pod nad plus minus for from to under over of with in on at and or per by the no nr numer number size rozmiar ponad typ type',
)

/** Words between a number of products and what they cost together: '3 za 10 zł', '3 for 10', '2 w cenie 1'. */
export const togetherWords = set('za for cenie cene')

/** Words beside what all of it costs: 'razem 12,99', '12,99 za wszystko', '12.99 for all'. */
export const totalWords = set('razem lacznie total together')
export const beforeAllWords = set('za for in w')
export const allWords = set('wszystko wszystkie calosc all total everything sumie')

export const eachWords = set('each ea apiece sztuka')

/** Names of what gives money back, so that a dash before a price is a minus: 'kaucja - 3 zł'. */
export const moneyBackWords = set(
  'kaucja kaucje kaucji zwrot zwroty zwrotu zwrotna zwrotne zwrotnych voucher vouchery bon bony kupon kupony rabat rabaty znizka znizki upust deposit deposits refund refunds return returns back coupon coupons discount discounts rebate cashback',
)

/** Units that count as one of them where they stand without a number; no product's name begins or ends with them. */
export const bareUnits = set('kg kilo kilogram litr')

/** Words after which a number belongs to the name: sizes, stages, models, brands. */
export const numberedWords = set(
  'product produkt item pozycja artykul article test list lista part czesc tom vol volume book ksiazka klasa class grade level poziom step stage etap wersja version model set zestaw page strona day dzien week tydzien rozm roz kolor color colour formula omega vitamin witamina wit koenzym faktor filtr factor spf iphone ipad galaxy pixel playstation xbox windows fifa euro studio bebilon bebiko bebiprogram nan hipp humana enfamil aptamil holle kendamil nestle pampers pampersy pieluchy pieluszki huggies dada diapers nappies smietana smietany smietane smietanka smietanki smietanke modyfikowane nastepne nutrilon mach fusion patelnia patelnie chanel heinz jameson chivas ballantines glenfiddich',
)

/** '12 year whisky', '2 ply paper', '16 oz cream cheese', '3 op ryżu': the number describes, or counts what is no name. */
export const describedWords = set(
  'op opak ply pack pak grain grains seed seeds year years yr yo day days minute minutes min hour hours star way in w up bit zboz ziaren plus layer layers step lb lbs oz inch inches cal cali mm mg mcg iu volt volts v watt watts amp amps gb tb den denier second seconds sekund',
)
