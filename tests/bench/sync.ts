import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { syncLines } from './sync/lines.ts'

/** Prints what the sync engine costs beside the minimum, and asserts nothing. */
const rounds = Number(process.argv[2] ?? 5)
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

const lines = await syncLines(rounds)
process.stdout.write(`\n${rounds} rounds, medians; each compared with the bound measured beside it\n`)
for (const [group, own] of Map.groupBy(lines, (line) => line.group)) {
  process.stdout.write(`${group}\n`)
  for (const { what, ours, bound, ratio, target, met } of own) {
    const figure = bound === '' ? ours : `${ours} to ${bound}: ${ratio}`
    const verdict = met === null ? '' : met ? 'met' : 'missed'
    process.stdout.write(`  ${what.padEnd(48)} ${figure.padEnd(44)} ${target.padEnd(12)} ${verdict}\n`)
  }
}
