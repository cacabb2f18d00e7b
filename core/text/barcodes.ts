/** Returns the check digit for these digits: with it the sum, every second one from the end 3×, is a multiple of 10. */
function checkDigit(digits: string): string {
  const total = [...digits]
    .toReversed()
    .reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (total % 10)) % 10)
}

function isChecked(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === digits.at(-1)
}

/** Expands a UPC-E to the UPC-A of which it is the short form without zeros. */
function expand(upcE: string): string {
  const [system = '', ...rest] = upcE
  const [a = '', b = '', c = '', d = '', e = '', last = '', check = ''] = rest
  if ('012'.includes(last)) return `${system}${a}${b}${last}0000${c}${d}${e}${check}`
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}${check}`
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}${check}`
  return `${system}${a}${b}${c}${d}${e}0000${last}${check}`
}

/** A GS1 Digital Link: '/01/' and a GTIN somewhere in its path, on whatever host. */
const link = /^https?:\/\/[^/?#]+(?:\/[^/?#]+)*?\/(?:01|gtin)\/(\d{8}|\d{12,14})(?=[/?#]|$)/i
/** The symbology identifier that scanners put before GS1 data. */
const symbol = /^\][A-Za-z]\d/
/** GS, which ends elements of variable length and may come before the first one. */
const separator = '\u001d'

function withoutSeparator(data: string): string {
  return data.startsWith(separator) ? data.slice(1) : data
}

/**
 * How many digits follow the first 2 of GS1 elements that need no separator after them (GS1 General Specifications,
 * element strings with predefined length). Identifiers of weights and sizes have 4 digits, those of places 3.
 */
const fixed: Readonly<Record<string, number>> = {
  '00': 18,
  '02': 14,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 6])),
  '20': 2,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 8])),
  '41': 14,
}

/** Returns the GTIN in a text that was read from a GS1 link, QR, Data Matrix or Code 128; other texts unchanged. */
function gtinIn(text: string): string {
  const linked = link.exec(text)?.[1]
  if (linked !== undefined) return linked
  const printed = /^\(01\)(\d{14})(?=\(|$)/.exec(text)?.[1]
  if (printed !== undefined) return printed
  let rest = withoutSeparator(text.replace(symbol, ''))
  // GS1 data is longer than a bare GTIN, or its symbology identifier marks it.
  if (rest === text && text.length < 16) return text
  while (rest !== '') {
    const gtin = /^01(\d{14})/.exec(rest)?.[1]
    if (gtin !== undefined) return gtin
    const length = fixed[rest.slice(0, 2)]
    const end = length === undefined ? rest.indexOf(separator) : length + 1
    if (end < 0) return text
    rest = withoutSeparator(rest.slice(end + 1))
  }
  return text
}

/**
 * Returns whether a code is one that shops give to weighed goods. It begins with 2 (with 02 as a UPC): the first 7
 * digits are the product, the next 5 its weight or price. Codes with zeros for the product belong to goods that a shop
 * numbers singly.
 */
function isWeighed(code: string): boolean {
  return /^(?:2\d|02)(?!0{5})\d{5}\d{6}$/.test(code)
}

/** Returns the digits that all codes of a weighed product share; null for others. `code` comes from `barcodeKey`. */
export function weighedPrefix(code: string): string | null {
  return isWeighed(code) ? code.slice(0, 7) : null
}

/**
 * Returns the same key for all ways in which a scanner reads a code: EAN-8 and EAN-13 as they are, UPC-A, UPC-E and
 * GTIN-14 as the equal EAN, also inside a GS1 link or GS1 data. Weight and price of a weighed product become 0. Returns
 * null if the check digit is wrong or it is none of these.
 */
export function barcodeKey(code: string): string | null {
  const ean = eanOf(gtinIn(code))
  if (ean === null || !isWeighed(ean)) return ean
  const product = `${ean.slice(0, 7)}00000`
  return product + checkDigit(product)
}

function eanOf(code: string): string | null {
  if (!/^\d+$/.test(code)) return null
  if (code.length === 14) return isChecked(code) ? packedIn(code) : null
  if (code.length === 13) return isChecked(code) ? code : null
  if (code.length === 12) return isChecked(code) ? `0${code}` : null
  if (code.length !== 8) return null
  const upcE = /^[01]/.test(code) && isChecked(expand(code)) ? `0${expand(code)}` : null
  const ean8 = isChecked(code) ? code : null
  // Some codes are valid as both. An EAN-8 that begins with 0 is only used inside one shop, so UPC-E is more likely.
  return code.startsWith('0') ? (upcE ?? ean8) : (ean8 ?? upcE)
}

/** Returns the code of the product inside a case with this GTIN-14; its first digit is the packaging level. */
function packedIn(gtin: string): string {
  if (gtin.startsWith('000000')) return gtin.slice(6)
  const product = gtin.slice(1, 13)
  return product + checkDigit(product)
}
