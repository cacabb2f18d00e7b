import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium, findOrInstallOthers } from './browser.ts'
import { buildIfStale } from './build.ts'
import { checkCount, runChecks } from './check.ts'
import { readCommand } from './cli/command.ts'

readCommand({
  name: 'test',
  purpose: 'Runs the checks, the unit and server tests, and then the app in Chromium, Firefox and WebKit.',
})

const folder = mkdtempSync(join(tmpdir(), 'koszyk-test-'))
let passed = 0
let failed = 0

function count(name: string, ok: number, bad: number): void {
  passed += ok
  failed += bad
  process.stdout.write(`${name}: ${ok} ok, ${bad} not ok\n`)
}

function run(args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {} // the run ended before it could write; its exit code says so
  }
}

const broken = await runChecks()
count('checks', checkCount - broken.length, broken.length)

const unitFile = join(folder, 'unit.json')
const unit = run([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/vitest.config.ts',
  '--reporter=default',
  '--reporter=tests/support/runner/durations.ts',
  '--reporter=json',
  `--outputFile.json=${unitFile}`,
])
const unitCounts = read(unitFile) as { numPassedTests?: number; numFailedTests?: number }
const unitFailed = unitCounts.numFailedTests ?? 0
count('unit and server', unitCounts.numPassedTests ?? 0, unit ? unitFailed : Math.max(1, unitFailed))

function playwright(name: string, args: string[], env: Record<string, string>): void {
  const file = join(folder, `${name}.json`)
  const cli = ['node_modules/@playwright/test/cli.js', 'test', ...args]
  const isGood = run(cli, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const { stats = {} } = read(file) as { stats?: { expected?: number; unexpected?: number; flaky?: number } }
  const bad = (stats.unexpected ?? 0) + (stats.flaky ?? 0)
  count(name, stats.expected ?? 0, isGood ? bad : Math.max(1, bad))
}

const browser = findOrInstallChromium()
const others = findOrInstallOthers()
buildIfStale()
const flows = ['--config=tests/e2e/playwright.config.ts', '--project=walk', '--project=flows']
playwright('browser', flows, { CHROMIUM: browser })
const journeys = ['--config=tests/browsers/playwright.config.ts']
if (others.length > 0) playwright('other browsers', journeys, { ENGINES: others.join() })

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
