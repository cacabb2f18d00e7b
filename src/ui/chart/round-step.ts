/** Returns the next of 1, 2, 5, 10, 20 … and 0.5, 0.2 … that is at least this much; never less than 0.01. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.01)))
  const step = ([1, 2, 5].find((n) => n * power >= least - 1e-9) ?? 10) * power
  return Math.round(step * 100) / 100
}
