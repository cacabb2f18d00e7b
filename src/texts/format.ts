import type { Language } from '../../core/product/entities.ts'

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function numbers(language: Language, decimals: boolean): Intl.NumberFormat {
  const key = `n ${language} ${decimals}`
  let format = cache.get(key) as Intl.NumberFormat | undefined
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals ? 2 : 0,
      maximumFractionDigits: 2,
    })
    cache.set(key, format)
  }
  return format
}

/** '120,50 zł' in Polish, '120.50 zł' in English; the space is non-breaking. */
export function formatMoney(zloty: number, language: Language): string {
  return `${numbers(language, true).format(zloty)}\u00a0zł`
}

export function formatNumber(value: number, language: Language): string {
  return numbers(language, false).format(value)
}

/** '21 November 2026', '21 listopada 2026'; takes epoch ms or an ISO 8601 text. */
export function formatDate(time: number | string, language: Language): string {
  const key = `d ${language}`
  let format = cache.get(key) as Intl.DateTimeFormat | undefined
  if (!format) {
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long' })
    cache.set(key, format)
  }
  return format.format(new Date(time))
}

/** '21 November 2026 at 14:05', '21 listopada 2026 14:05'; takes epoch ms or an ISO 8601 text. */
export function formatDateTime(time: number | string, language: Language): string {
  const key = `t ${language}`
  let format = cache.get(key) as Intl.DateTimeFormat | undefined
  if (!format) {
    const locale = language === 'en' ? 'en-GB' : language
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
    cache.set(key, format)
  }
  return format.format(new Date(time))
}

/** '14:05:09'; takes epoch ms. */
export function formatTime(time: number, language: Language): string {
  const key = `c ${language}`
  let format = cache.get(key) as Intl.DateTimeFormat | undefined
  if (!format) {
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeStyle: 'medium' })
    cache.set(key, format)
  }
  return format.format(new Date(time))
}
