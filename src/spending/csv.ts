import type { Language } from '../../core/product/entities.ts'

/** How a spreadsheet in this language separates values, and how it writes decimals. */
const forms: Record<Language, { separator: string; mark: string }> = {
  en: { separator: ',', mark: '.' },
  pl: { separator: ';', mark: ',' },
}

/** What makes spreadsheets take a text for a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r＝＋－＠]/

/**
 * Returns the rows as CSV (RFC 4180), with the byte order mark by which Excel knows UTF-8. Texts are quoted, and an
 * apostrophe keeps those that begin like a formula texts; null is an empty cell.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[], language: Language): string {
  const { separator, mark } = forms[language]
  const cell = (value: string | number | null) => {
    if (value === null) return ''
    if (typeof value === 'number') return String(value).replace('.', mark)
    return `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
  }
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`
}
