import { spawnSync } from 'node:child_process'
import { findOrInstall, findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'

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
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config=tests/deploy/playwright.config.ts', ...rest],
  { stdio: 'inherit', env: { ...process.env, PROXIES: proxies.join(), CHROMIUM } },
)
process.exit(status ?? 1)
