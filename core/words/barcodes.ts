/** The check digit: the sum of all digits, every second one from the end counted three times, is a multiple of ten. */
function isChecked(digits: string): boolean {
  const total = [...digits]
    .toReversed()
    .reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return total % 10 === 0
}

/** The UPC-A code of which a UPC-E is the short form without zeros. */
function expand(upcE: string): string {
  const [system = '', ...rest] = upcE
  const [a = '', b = '', c = '', d = '', e = '', last = '', check = ''] = rest
  if ('012'.includes(last)) return `${system}${a}${b}${last}0000${c}${d}${e}${check}`
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}${check}`
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}${check}`
  return `${system}${a}${b}${c}${d}${e}0000${last}${check}`
}

/**
 * One form for every way in which a scanner reads the same code: EAN-8 as it is, EAN-13, and UPC-A and
 * UPC-E as the EAN-13 that they are. Null when the check digit is wrong, or it is none of these.
 */
export function barcodeKey(code: string): string | null {
  if (!/^\d+$/.test(code)) return null
  if (code.length === 13) return isChecked(code) ? code : null
  if (code.length === 12) return isChecked(code) ? `0${code}` : null
  if (code.length !== 8) return null
  const upcE = /^[01]/.test(code) && isChecked(expand(code)) ? `0${expand(code)}` : null
  const ean8 = isChecked(code) ? code : null
  // Some codes are valid as both. Read as EAN-8, one that begins with 0 is only used inside one shop.
  return code.startsWith('0') ? (upcE ?? ean8) : (ean8 ?? upcE)
}
