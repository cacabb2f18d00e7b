import { spawnSync } from 'node:child_process'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'

const { rest } = readCommand({
  name: 'trouble',
  purpose: 'Runs the hard cases of the sync engine in a real Chromium.',
  passesTo: 'Playwright',
  examples: { '--repeat-each 10': 'each case ten times' },
})
const browser = findOrInstallChromium()
buildIfStale()
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--project=trouble',
    ...rest,
  ],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM: browser } },
)
process.exit(status ?? 1)
