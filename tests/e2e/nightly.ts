import { spawnSync } from 'node:child_process'
import { findOrInstallOthers } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'

/**
 * What runs in Firefox too. The others need what Playwright cannot do there: a CDP session, a finger, a camera that
 * is a film, a download, or a profile to copy.
 */
const inFirefox = ['offline/airplane', 'account/first-run']

/** Everything that is too slow for every run: all journeys in Firefox and WebKit, and Chromium's tests in Firefox. */
function run(args: readonly string[], env: Record<string, string> = {}): boolean {
  const given = { stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, args, given).status === 0
}

const others = findOrInstallOthers()
buildIfStale()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/e2e/playwright.config.ts']
const journeys = run(['scripts/run.mjs', 'tests/browsers/run.ts', '--all'])
const flows =
  !others.includes('firefox') || run([...playwright, '--project=flows', ...inFirefox], { BROWSER: 'firefox' })
process.exit(journeys && flows ? 0 : 1)
