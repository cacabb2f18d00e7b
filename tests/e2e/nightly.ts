import { spawnSync } from 'node:child_process'
import { findOrInstallOthers } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { notInFirefox } from './not-in-firefox.ts'

readCommand({
  name: 'nightly',
  purpose:
    "Runs what is too slow for every run: all journeys in Firefox and WebKit, and Chromium's tests in Firefox.",
})

function run(args: readonly string[], env: Record<string, string> = {}): boolean {
  const given = { stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, args, given).status === 0
}

const others = findOrInstallOthers()
buildIfStale()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/e2e/playwright.config.ts']
const journeys = run(['scripts/run.mjs', 'tests/browsers/run.ts', '--all'])
const inFirefox = ['--project=flows', '--timeout=90000', `--grep-invert=${notInFirefox}`]
const flows = !others.includes('firefox') || run([...playwright, ...inFirefox], { BROWSER: 'firefox' })
process.exit(journeys && flows ? 0 : 1)
