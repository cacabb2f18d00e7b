import { findOrInstall, findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { runNode } from '../../scripts/cli/run-node.ts'

const { rest } = readCommand({
  name: 'proxies',
  purpose: 'Tests the built server behind Caddy and nginx, as the files in deploy/ set them up.',
  passesTo: 'Playwright',
})
const proxies = findOrInstall({
  caddy: { programs: ['caddy'], packages: ['caddy'] },
  nginx: { programs: ['nginx', 'openssl'], packages: ['nginx', 'openssl'] },
})
if (proxies.length === 0) process.exit(0)
const CHROMIUM = findOrInstallChromium()
buildIfStale()
const playwright = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config=tests/deploy/playwright.config.ts',
]
process.exit(await runNode([...playwright, ...rest], { PROXIES: proxies.join(), CHROMIUM }))
