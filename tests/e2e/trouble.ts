import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { runNode } from '../../scripts/cli/run-node.ts'

const { rest } = readCommand({
  name: 'trouble',
  purpose: 'Runs the hard cases of the sync engine in a real Chromium.',
  passesTo: 'Playwright',
  examples: { '--repeat-each 10': 'each case ten times' },
})
const browser = findOrInstallChromium()
buildIfStale()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/e2e/playwright.config.ts']
process.exit(
  await runNode([...playwright, '--project=trouble', '--workers=2', ...rest], {
    CHROMIUM: browser,
    CHROMIUM_SHELL: '', // it has no profile to kill, and other errors
  }),
)
