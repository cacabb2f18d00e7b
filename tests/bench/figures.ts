import type { Line } from './line.ts'

/** A percentile: the value that this share of the values does not exceed. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const middle = (values: readonly number[]) => at(values, 0.5)

const units = {
  ms: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  KB: (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`,
  MB: (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`,
  '': (count: number) => String(count),
}
export type Unit = keyof typeof units
export const said = (value: number, unit: Unit) => units[unit](value)

/** A figure that is better the smaller it is. */
export function line(
  group: string,
  what: string,
  unit: Unit,
  ours: number,
  { bound, most }: { bound?: number | undefined; most?: number | undefined } = {},
): Line {
  return {
    group,
    what,
    ours: said(ours, unit),
    bound: bound === undefined ? '' : said(bound, unit),
    ratio: bound ? `${(ours / bound).toFixed(1)} ×` : '',
    target: most === undefined ? '' : `≤ ${said(most, unit)}`,
    met: most === undefined ? null : ours <= most,
  }
}
