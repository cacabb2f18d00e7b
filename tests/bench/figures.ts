/** Milliseconds in the middle and near the end, one line each. */
export function report(what: string, milliseconds: readonly number[]): void {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const [p50, p95] = [at(0.5), at(0.95)].map((ms) => ms.toFixed(ms < 100 ? 1 : 0))
  process.stdout.write(`${what}: p50 ${p50} ms, p95 ${p95} ms (${sorted.length} times)\n`)
}
