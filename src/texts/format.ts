import { decimalsOf, signOf, usualCurrency } from '../../core/product/currency.ts'
import { type Language, localeOf } from '../../core/text/language.ts'

type Options = Intl.NumberFormatOptions & Intl.DateTimeFormatOptions

/** Returns the browser's formats. Each is made once, because making one takes longer than all that it formats. */
function onceEach<F>(Format: new (locale: string, options: Options) => F) {
  const formats = new Map<string, F>()
  return (language: Language, options: Options): F => {
    const key = language + JSON.stringify(options)
    const format = formats.get(key) ?? new Format(localeOf(language), options)
    formats.set(key, format)
    return format
  }
}

const numbers = onceEach(Intl.NumberFormat)
const dates = onceEach(Intl.DateTimeFormat)

/**
 * Formats money: '120,50 zł' in Polish, '120.50 zł' in English, with a non-breaking space; '€120.50', '¥120'. Decimals
 * that the currency does not have are shown if they are there.
 */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const decimals = Number.isInteger(amount) ? decimalsOf(currency) : 2
  const fixed = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  // English would write 'PLN 120.50', or 'zł120.50'.
  if (currency === usualCurrency) return `${numbers(language, fixed).format(amount)}\u00a0zł`
  const money = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...fixed } as const
  return numbers(language, money).format(amount)
}

/** Returns the sign of the currency: 'zł', '€'. */
export function currencySign(currency: string, language: Language): string {
  return signOf(currency, localeOf(language))
}

/** Returns the text with a capital letter at its beginning. */
export function capitalised(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

/** Formats with at most 2 decimals. */
export function formatNumber(value: number, language: Language): string {
  return numbers(language, { maximumFractionDigits: 2 }).format(value)
}

/** Formats a date: '21 November 2026', '21 listopada 2026'. Takes epoch ms or an ISO 8601 text. */
export function formatDate(time: number | string, language: Language): string {
  return dates(language, { dateStyle: 'long' }).format(new Date(time))
}

/** Names the days from one to another of a month, given as 2026-10-01: '1–28 October', '1–28 października'. */
export function formatDays(from: string, to: string, language: Language): string {
  const days = dates(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return days.formatRange(Date.parse(from), Date.parse(to))
}

/** Formats a day briefly: '26 Nov', '26 lis'; with the year if it is not that of `now`. */
export function formatShortDate(time: number | string, language: Language, now = Date.now()): string {
  return dates(language, shortDate(time, now)).format(new Date(time))
}

/** Names a day: 'Thursday 26 Nov', 'Czwartek, 26 lis'; with the year if it is not that of `now`. */
export function formatDay(time: number | string, language: Language, now = Date.now()): string {
  const day = dates(language, { weekday: 'long', ...shortDate(time, now) }).format(new Date(time))
  return capitalised(day, language)
}

function shortDate(time: number | string, now: number): Options {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }
}

/** Formats a time: '21 November 2026 at 14:05', '21 listopada 2026 14:05'. Takes epoch ms or an ISO 8601 text. */
export function formatDateTime(time: number | string, language: Language): string {
  return dates(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time))
}

/** Formats a time of day without seconds: '14:05'. Takes epoch ms. */
export function formatHour(time: number, language: Language): string {
  return dates(language, { timeStyle: 'short' }).format(new Date(time))
}

/** Formats a time of day: '14:05:09'. Takes epoch ms. */
export function formatTime(time: number, language: Language): string {
  return dates(language, { timeStyle: 'medium' }).format(new Date(time))
}
