import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
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

/** Installs Debian packages if this runs as root on Linux; otherwise does nothing. */
function install(...packages: string[]): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  spawnSync('apt-get', ['update'], { stdio: 'ignore' })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  spawnSync('apt-get', quietly, { stdio: ['ignore', 'ignore', 'inherit'], env })
}

/** Returns a Chromium to test with: Playwright's own, else the system's. Installs one if there is none. */
export function findOrInstallChromium(): string {
  const found = present()
  if (found) return found
  const own = ['node_modules/playwright/cli.js', 'install', 'chromium']
  process.stdout.write('Installing a Chromium for the browser tests (once) …\n')
  spawnSync(process.execPath, own, { stdio: 'ignore', timeout: 300_000 })
  if (!present()) install('chromium')
  const installed = present()
  if (installed) return installed
  process.stderr.write(
    'There is no Chromium and none could be installed. Install Chromium or Chrome (Debian: apt-get install chromium) and run the tests again.\n',
  )
  process.exit(1)
}

/**
 * Returns Debian's Chromium without windows, which takes three quarters of the CPU, if `chromium` is Debian's too: they
 * share profiles, so they must have one version. Installs it where it can; else returns undefined.
 */
export function findOrInstallShell(chromium: string): string | undefined {
  if (chromium !== '/usr/bin/chromium') return undefined
  const shell = `${chromium}-headless-shell`
  if (!existsSync(shell)) install('chromium-headless-shell')
  return existsSync(shell) ? shell : undefined
}

/** The programs that something needs, and the Debian packages that contain them. */
interface Needs {
  programs: readonly string[]
  packages: readonly string[]
}

function isInstalled({ programs }: Needs): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return programs.every((name) => folders.some((folder) => existsSync(join(folder, name))))
}

/**
 * Returns those of `all` that can be tested here, after installing the missing ones where possible. If one stays
 * missing, it says so, and exits in CI; on a developer's machine the tests run without it.
 */
export function findOrInstall<Name extends string>(all: Record<Name, Needs>): Name[] {
  const names = Object.keys(all) as Name[]
  const missing = names.filter((name) => !isInstalled(all[name]))
  if (missing.length > 0) {
    process.stdout.write(`Installing ${missing.join(' and ')} for the tests (once) …\n`)
    install(...missing.flatMap((name) => all[name].packages))
  }
  for (const name of missing.filter((name) => !isInstalled(all[name]))) {
    const packages = all[name].packages.join(' ')
    process.stdout.write(
      `NOT TESTED with ${name}, which is not here and could not be installed (Debian, as root: apt-get install ${packages}).\n`,
    )
    if (process.env['CI'] === 'true') process.exit(1)
  }
  return names.filter((name) => isInstalled(all[name]))
}

/** Returns the engines besides Chromium's that can be tested here. */
export function findOrInstallOthers(): ('webkit' | 'firefox')[] {
  return findOrInstall({
    webkit: {
      programs: ['WebKitWebDriver', 'Xvfb', 'python3'],
      packages: ['webkit2gtk-driver', 'xvfb', 'python3'],
    },
    firefox: { programs: ['firefox-esr'], packages: ['firefox-esr'] },
  })
}
