import { limits, type Unit } from './entities.ts'
import { fromHundredths } from './money.ts'

/** The step of one press of − or +, in hundredths of the unit. */
const steps: Readonly<Record<Unit, number>> = {
  pcs: 100,
  kg: 10,
  l: 10,
  g: 5_000,
  ml: 5_000,
  dag: 100,
  m: 50,
  cm: 1_000,
}

/**
 * Returns the quantity after one press of + (`1`) or − (`-1`); null if nothing or more than allowed would result. A
 * typed value is not rounded to a step: 0.25 kg becomes 0.35 kg.
 */
export function stepped(quantity: number, unit: Unit, direction: 1 | -1): number | null {
  const next = fromHundredths(Math.round(quantity * 100) + direction * steps[unit])
  return next > 0 && next <= limits.quantityMax ? next : null
}
