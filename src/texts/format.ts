import { decimalsOf, signOf, usualCurrency } from '../../core/product/currency.ts'
import type { Language } from '../../core/product/entities.ts'

/* Formats that lists need at once are implemented here, because the first use of the browser's Intl formats takes 15 ms
   on a computer, 60 ms with the CPU slowed down 4×. Intl does the rest, and a test compares both. */
const marks = {
  en: { point: '.', gap: ',', gapsFrom: 4 },
  pl: { point: ',', gap: '\u00a0', gapsFrom: 5 },
} as const

const months = {
  en: 'January February March April May June July August September October November December',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
} as const

const weekdays = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
  pl: 'Niedziela Poniedziałek Wtorek Środa Czwartek Piątek Sobota',
} as const

/** Inserts the language's decimal and grouping marks. */
function marked(digits: string, language: Language): string {
  const { point, gap, gapsFrom } = marks[language]
  const [whole = '', part] = digits.split('.')
  const groups = whole.length < gapsFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, gap)
  return part ? groups + point + part : groups
}

/**
 * Formats money: '120,50 zł' in Polish, '120.50 zł' in English, with a non-breaking space; '€120.50', '¥120'. Decimals
 * that the currency does not have are shown if they are there. Not for negative values.
 */
export function formatMoney(amount: number, currency: string, language: Language): string {
  if (currency === usualCurrency) return `${marked(amount.toFixed(2), language)}\u00a0zł`
  return moneyFormat(currency, language, Number.isInteger(amount) ? decimalsOf(currency) : 2).format(amount)
}

/** Returns the sign of the currency: 'zł', '€'. */
export function currencySign(currency: string, language: Language): string {
  return signOf(currency, localeOf(language))
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string, language: Language, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${language} ${decimals}`
  const format =
    moneyFormats.get(key) ??
    new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
  moneyFormats.set(key, format)
  return format
}

/** Returns the text with a capital letter at its beginning. */
export function capitalised(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

/** Returns the locale that the browser's formats know the language by. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}

/** Formats with at most 2 decimals. Not for negative values. */
export function formatNumber(value: number, language: Language): string {
  return marked(value.toFixed(2).replace(/\.?0+$/, ''), language)
}

/** Formats a date: '21 November 2026', '21 listopada 2026'. Takes epoch ms or an ISO 8601 text. */
export function formatDate(time: number | string, language: Language): string {
  const date = new Date(time)
  return `${date.getDate()} ${months[language].split(' ')[date.getMonth()]} ${date.getFullYear()}`
}

/** Formats a day briefly: '26 Nov', '26 lis'; with the year if it is not that of `now`. */
export function formatShortDate(time: number | string, language: Language, now = Date.now()): string {
  const [date, today] = [new Date(time), new Date(now)]
  const month = months[language].split(' ')[date.getMonth()]?.slice(0, 3)
  const year = date.getFullYear() === today.getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${date.getDate()} ${month}${year}`
}

/** Names a day: 'Thursday 26 Nov', 'Czwartek 26 lis'; with the year if it is not that of `now`. */
export function formatDay(time: number | string, language: Language, now = Date.now()): string {
  const weekday = weekdays[language].split(' ')[new Date(time).getDay()]
  return `${weekday} ${formatShortDate(time, language, now)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function browsersFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options)
  formats.set(key, format)
  return format
}

/** Formats a time: '21 November 2026 at 14:05', '21 listopada 2026 14:05'. Takes epoch ms or an ISO 8601 text. */
export function formatDateTime(time: number | string, language: Language): string {
  return browsersFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time))
}

/** Formats a time of day without seconds: '14:05'. Takes epoch ms. */
export function formatHour(time: number, language: Language): string {
  return browsersFormat(language, { timeStyle: 'short' }).format(new Date(time))
}

/** Formats a time of day: '14:05:09'. Takes epoch ms. */
export function formatTime(time: number, language: Language): string {
  return browsersFormat(language, { timeStyle: 'medium' }).format(new Date(time))
}
