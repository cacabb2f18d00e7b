import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findOrInstallChromium, findOrInstallOthers } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'

/**
 * `npm run browsers`: runs the app in the engines of Safari and Firefox. `-- --all`: also the tests that are
 * too slow for every run. `-- --left-early 40` runs only the test that leaves a list early and comes back, this
 * many times, in Chromium too. Other arguments after `--` go to Playwright.
 */
const { values, positionals } = parseArgs({
  options: { 'left-early': { type: 'string' } },
  strict: false,
  allowPositionals: true,
  args: process.argv.slice(2),
})
const rounds = values['left-early']
const engines: string[] = findOrInstallOthers()
const env: NodeJS.ProcessEnv = { ...process.env }
const given = process.argv.slice(2).filter((word) => word !== '--all')
if (given.length < process.argv.length - 2) env['NIGHTLY'] = 'true'
const more = rounds === undefined ? given : ['left-early', ...positionals]
if (rounds !== undefined) {
  engines.push('chromium')
  Object.assign(env, { LEFT_EARLY: rounds, CHROMIUM: findOrInstallChromium() })
}
if (engines.length === 0) process.exit(0)
buildIfStale()
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/browsers/playwright.config.ts', ...more],
  { stdio: 'inherit', env: { ENGINES: engines.join(), ...env } },
)
process.exit(status ?? 1)
