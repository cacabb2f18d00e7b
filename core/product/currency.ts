import { usualLanguage } from '../text/language.ts'

/**
 * The currencies of ISO 4217 that people pay with and whose prices have at most 2 decimals. Those with 3 (the dinars of
 * Bahrain, Iraq, Jordan, Kuwait, Libya and Tunisia, the rial of Oman) are missing: prices are stored in hundredths.
 */
export const currencies =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ISK
JMD JPY KES KGS KHR KMF KPW KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(
    /\s/,
  )

/** of lists that were made before there was a choice, and where nobody chose */
export const usualCurrency = 'PLN'

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')

/** Returns how many decimals a price in this currency has: 2, or 0 as in yen. */
export function decimalsOf(currency: string): 0 | 2 {
  return withoutDecimals.includes(currency) ? 0 : 2
}

/** Returns a currency as answers contain it: not at all if it is the usual one. */
export function shownCurrency(currency: string): string | undefined {
  return currency === usualCurrency ? undefined : currency
}

/** Returns the currency of a list or template as an answer or this device has it. */
export function currencyOf({ currency = usualCurrency }: { currency?: string | undefined }): string {
  return currency
}

export function isCurrency(text: unknown): text is string {
  return typeof text === 'string' && currencies.includes(text)
}

/** Returns the sign of a currency that people of this language write: 'zł', '€', 'Kč'. */
export function signOf(currency: string, locale: string): string {
  if (currency === usualCurrency) return 'zł'
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

const marks = new Map<string, ReadonlySet<string>>([
  [usualCurrency, new Set(['pln', 'zł', 'zl', 'zł.', 'zl.'])],
  ['EUR', new Set(['eur', '€', 'euro', 'euros'])],
])

/** Returns what says beside a number that it is a price in this currency, in small letters: 'eur' and '€'. */
export function marksOf(currency: string): ReadonlySet<string> {
  const words =
    marks.get(currency) ?? new Set([currency.toLowerCase(), signOf(currency, usualLanguage).toLowerCase()])
  marks.set(currency, words)
  return words
}

/** Returns products for a list in another currency: a price means nothing there, so it becomes unknown. */
export function pricedIn<P extends { price?: number | undefined; lastPrice?: number | undefined }>(
  currency: string,
  products: readonly P[],
  from: string,
): readonly P[] {
  return currency === from
    ? products
    : products.map((product) => ({ ...product, price: undefined, lastPrice: undefined }))
}
