import { at, middle } from '../figures.ts'
import type { Line } from '../line.ts'

/** Both sides, measured by turns. */
export interface Ratio {
  ours: number[]
  bound: number[]
}
export const none = (): Ratio => ({ ours: [], bound: [] })

export const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
export const kib = (value: number) => `${(value / 1024).toFixed(1)} KiB`

/** The median of what each measure is to the bound beside it. */
export function ratioLine(
  group: string,
  what: string,
  { ours, bound }: Ratio,
  unit: (value: number) => string,
  most?: number,
): Line {
  const ratio = middle(ours.map((value, i) => value / (bound[i] ?? value)))
  return {
    group,
    what,
    ours: unit(middle(ours)),
    bound: unit(middle(bound)),
    ratio: `${ratio.toFixed(2)} ×`,
    target: most === undefined ? '' : `≤ ${most} ×`,
    met: most === undefined ? null : ratio <= most,
  }
}

export function figureLine(
  group: string,
  what: string,
  ours: string,
  target = '',
  met: boolean | null = null,
) {
  return { group, what, ours, bound: '', ratio: '', target, met } satisfies Line
}

export const spread = (values: readonly number[]) => `p50 ${ms(at(values, 0.5))}, p95 ${ms(at(values, 0.95))}`

/** The 95th percentile and what it should not exceed. */
export function p95Line(
  group: string,
  what: string,
  values: readonly number[],
  most: number,
  bound: readonly number[] = [],
): Line {
  const line = figureLine(group, what, spread(values), `p95 ≤ ${most} ms`, at(values, 0.95) <= most)
  if (bound.length === 0) return line
  return { ...line, bound: spread(bound), ratio: `${(at(values, 0.5) / at(bound, 0.5)).toFixed(2)} ×` }
}
