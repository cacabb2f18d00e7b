import type { Line } from '../line.ts'
import type { Measured } from './measure.ts'

export const thousands = (value: number) => Math.round(value).toLocaleString('en-GB').replaceAll(',', ' ')

function told({ rate, cpu, database, p99AtHalf }: Measured): string {
  const inside = database > 0 ? ` + ${database.toFixed(3)}` : ''
  return `${thousands(rate)}/s, ${cpu.toFixed(3)}${inside} ms CPU, p99 ${p99AtHalf.toFixed(1)} ms`
}

export function compared(
  group: string,
  what: string,
  ours: Measured,
  bound: Measured,
  least: number | null,
): Line {
  const share = (ours.rate / bound.rate) * 100
  // What else the machine does slows both, but not always alike; CPU time tells more of the code.
  const byCpu = ((bound.cpu + bound.database) / (ours.cpu + ours.database)) * 100
  return {
    group,
    what,
    ours: told(ours),
    bound: told(bound),
    ratio: `${share.toFixed(0)} % (by CPU ${byCpu.toFixed(0)} %)`,
    target: least === null ? '' : `≥ ${least} %`,
    met: least === null ? null : share >= least,
  }
}

export function plain(
  group: string,
  what: string,
  unit: string,
  [mine, bound]: readonly [number, number],
  most: number,
): Line {
  const said = (value: number) => `${value.toFixed(0)} ${unit}`
  const ratio = `${(mine / bound).toFixed(1)} ×`
  return {
    group,
    what,
    ours: said(mine),
    bound: said(bound),
    ratio,
    target: `< ${most} ${unit}`,
    met: mine < most,
  }
}
