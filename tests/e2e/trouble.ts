import { spawnSync } from 'node:child_process'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'

/** Runs the hard cases of the sync engine in a real browser. Arguments after `--` go to Playwright. */
const browser = findOrInstallChromium()
buildIfStale()
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--project=trouble',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM: browser } },
)
process.exit(status ?? 1)
