import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function present(): string | undefined {
  return [chromium.executablePath(), ...system].find((path) => path && existsSync(path))
}

/** A Chromium to test with: Playwright's own, else the system's; installs one when there is none. */
export function findOrInstallChromium(): string {
  const found = present()
  if (found) return found
  const own = ['node_modules/playwright/cli.js', 'install', 'chromium']
  process.stdout.write('Installing a Chromium for the browser tests (once) …\n')
  spawnSync(process.execPath, own, { stdio: 'ignore', timeout: 300_000 })
  if (!present() && process.platform === 'linux' && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' })
  }
  const installed = present()
  if (installed) return installed
  process.stderr.write(
    'There is no Chromium and none could be installed. Install Chromium or Chrome (Debian: apt-get install chromium) and run the tests again.\n',
  )
  process.exit(1)
}
