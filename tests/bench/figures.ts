/** A percentile: the value that this share of the values does not exceed. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const middle = (values: readonly number[]) => at(values, 0.5)

/** Prints the median and the 95th percentile in milliseconds on one line. */
export function report(what: string, milliseconds: readonly number[]): void {
  const [p50, p95] = [0.5, 0.95]
    .map((share) => at(milliseconds, share))
    .map((ms) => ms.toFixed(ms < 100 ? 1 : 0))
  process.stdout.write(`${what}: p50 ${p50} ms, p95 ${p95} ms (${milliseconds.length} times)\n`)
}
