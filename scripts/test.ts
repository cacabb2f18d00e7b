import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium, findOrInstallOthers, findOrInstallShell } from './browser.ts'
import { buildIfStale } from './build.ts'
import { checkCount, runChecks } from './check.ts'
import { readCommand } from './cli/command.ts'
import { runNode } from './cli/run-node.ts'
import { pace } from './pace.ts'

readCommand({
  name: 'test',
  purpose:
    'Runs the checks, the unit and server tests, and then the app in Chromium, Firefox and WebKit. `npm run nightly` runs more of each.',
})

const started = performance.now()
const paceBefore = Math.round(pace())
const folder = mkdtempSync(join(tmpdir(), 'koszyk-test-'))
let passed = 0
let failed = 0
const failures: string[] = []

function count(name: string, ok: number, bad: number, titles: readonly string[] = []): void {
  passed += ok
  failed += bad
  // An error outside of a test has no title.
  const all = bad > 0 && titles.length === 0 ? ['an error outside of a test, see its output above'] : titles
  failures.push(...all.map((title) => `${name}: ${title}`))
  process.stdout.write(`${name}: ${ok} ok, ${bad} not ok\n`)
}

/** Returns the first lines of an error, to be shown below a test's title. */
function why(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines
    .slice(0, 12)
    .map((line) => `\n        ${line.slice(0, 300)}`)
    .join('')
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {} // the run ended before it could write; its exit code says so
  }
}

const broken = await runChecks()
count('checks', checkCount - broken.length, broken.length, broken)

const unitFile = join(folder, 'unit.json')
const unitCode = await runNode([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/vitest.config.ts',
  '--reporter=default',
  '--reporter=tests/support/runner/durations.ts',
  '--reporter=json',
  `--outputFile.json=${unitFile}`,
])
interface UnitResult {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: {
    name: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}
const result = read(unitFile) as UnitResult
const unitFailed = result.numFailedTests ?? 0
const unitTitles = (result.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
  const titles = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => fullName + why(failureMessages[0]))
  return message && titles.length === 0 ? [`${name}: ${message}`] : titles
})
count(
  'unit and server',
  result.numPassedTests ?? 0,
  unitCode === 0 ? unitFailed : Math.max(1, unitFailed),
  unitTitles,
)

interface Spec {
  ok: boolean
  title: string
  file: string
  tests?: { results?: { errors?: { message?: string }[] }[] }[]
}

interface Suite {
  specs?: Spec[]
  suites?: Suite[]
}

function failedIn({ specs = [], suites = [] }: Suite): string[] {
  const here = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => {
      // A test that took too long has a second error, which says where it stood.
      const errors = tests.flatMap((one) => one.results ?? []).flatMap((one) => one.errors ?? [])
      return `${file}: ${title}${errors.map(({ message }) => why(message)).join('')}`
    })
  return [...here, ...suites.flatMap(failedIn)]
}

async function playwright(name: string, args: string[], env: Record<string, string>): Promise<void> {
  const file = join(folder, `${name}.json`)
  const cli = ['node_modules/@playwright/test/cli.js', 'test', ...args]
  const isGood = (await runNode(cli, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file })) === 0
  type Report = Suite & { stats?: { expected?: number; unexpected?: number; flaky?: number } }
  const report = read(file) as Report
  const { stats = {} } = report
  const bad = stats.unexpected ?? 0
  // Only after a crash of the browser itself is a test run a second time.
  const again = stats.flaky ?? 0
  if (again > 0) process.stdout.write(`${name}: ${again} ok in a second run, because the browser crashed\n`)
  count(name, (stats.expected ?? 0) + again, isGood ? bad : Math.max(1, bad), failedIn(report))
}

const CHROMIUM = findOrInstallChromium()
const CHROMIUM_SHELL = findOrInstallShell(CHROMIUM) ?? ''
const others = findOrInstallOthers()
buildIfStale()
const flows = ['--config=tests/e2e/playwright.config.ts', '--project=walk', '--project=flows']
const isNightly = process.env['NIGHTLY'] === 'true'
await playwright('browser', flows, { CHROMIUM, CHROMIUM_SHELL, ...(!isNightly && { BY_DAY: 'true' }) })
// One journey in each; the rest is left to the night.
const journeys = [
  '--config=tests/browsers/playwright.config.ts',
  'journey.spec.ts',
  '--grep=from the first visit on',
]
if (others.length > 0) await playwright('other browsers', journeys, { ENGINES: others.join() })

// Repeated at the end, because the output before is long.
for (const title of failures) process.stdout.write(`\nnot ok  ${title}`)
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
// What a machine shares with others may be half as fast in the next hour.
const paces = `${paceBefore} ms before and ${Math.round(pace())} ms after`
process.stdout.write(`\n${minutes} min; the same piece of work took one core ${paces}.\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
