import { cpSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'

const disabledFeatures = [
  // The address bar's pop-ups load pages of their own at every start: half of the start's CPU, and nobody sees them.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Chromium reads only the last such argument, so Playwright's own (`disabledFeatures`) are repeated.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // There is no GPU, and emulating one costs a slow machine 10% of its time.
  '--disable-gpu',
  `--disable-features=${disabledFeatures.join()}`,
]
/** `npm run nightly`: the tests run in Firefox instead of Chromium */
export const isFirefox = process.env['BROWSER'] === 'firefox'

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  /** the share panel is shown beside a list */
  large: { width: 1600, height: 900 },
}

export interface DeviceOptions {
  colorScheme?: 'light' | 'dark'
  locale?: string
  reducedMotion?: 'reduce' | 'no-preference'
  serviceWorkers?: 'block'
  /** needs what Chromium's headless shell lacks: notifications, preferences, and cameras that stay the same */
  whole?: true
  /** a profile to start from, which is copied; without one the browser has never opened the app */
  profile?: string
  /** the parent of the browser's own folder, instead of the temporary directory */
  parent?: string
  /** more command-line arguments */
  args?: readonly string[]
}

/**
 * Returns whether the error is a failed fetch of a worker, such as a picture offline, or the icon that a picture which is
 * opened as a page may not load, or a font of a page that was left. Firefox reports them as errors of the page.
 */
function isUnfetched(error: Error): boolean {
  const texts = ['Failed to load ‘', '/favicon.ico because', 'downloadable font: download failed']
  // What stands before a colon is taken for the error's name.
  return isFirefox && texts.some((text) => String(error).includes(text))
}

/** Says what to do where Chromium cannot be started; `error` is Playwright's. */
export function noChromium(error: Error): never {
  const path = process.env['CHROMIUM'] || chromium.executablePath()
  throw new Error(
    `Chromium could not be started from ${path}. Set CHROMIUM to another one, such as CHROMIUM=/usr/bin/chromium; ` +
      `'npm test' finds or installs one.\n${error.message}`,
    { cause: error },
  )
}

/** A browser with a profile of its own, which can be closed and opened again like the one on a phone. */
export class Device {
  readonly folder: string
  readonly #url: string
  readonly #size: keyof typeof sizes
  #context: BrowserContext | null = null
  page!: Page
  /** errors from the page's console and scripts */
  readonly complaints: string[] = []

  readonly #more: Omit<DeviceOptions, 'profile' | 'parent'>
  constructor(url: string, size: keyof typeof sizes, more: DeviceOptions = {}) {
    this.#url = url
    this.#size = size
    const { profile, parent = tmpdir(), ...rest } = more
    this.#more = rest
    this.folder = mkdtempSync(join(parent, 'koszyk-browser-'))
    if (profile && !isFirefox) cpSync(profile, this.folder, { recursive: true })
  }

  async open(offline = false): Promise<Page> {
    const { args: more = [], whole, ...options } = this.#more
    const all = { baseURL: this.#url, viewport: sizes[this.#size], locale: 'en-GB', offline, ...options }
    this.#context = isFirefox
      ? await (await import('./firefox.ts')).launchFirefox(this.folder, all)
      : await chromium
          .launchPersistentContext(this.folder, {
            executablePath: (!whole && process.env['CHROMIUM_SHELL']) || process.env['CHROMIUM'] || undefined,
            args: [...args, ...more],
            hasTouch: this.#size === 'phone',
            ...all,
          })
          .catch(noChromium)
    this.page = this.#context.pages()[0] ?? (await this.#context.newPage())
    this.page.on('pageerror', (error) => {
      if (!isUnfetched(error)) this.complaints.push(String(error))
    })
    return this.page
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser is closed')
    return this.#context
  }

  async airplane(on: boolean): Promise<void> {
    await this.context.setOffline(on)
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = null
  }

  /** Like a phone that frees memory or runs out of battery: the browser gets no warning. */
  async kill(): Promise<void> {
    const { context } = this
    const gone = new Promise((closed) => context.once('close', closed))
    // The target of this link contains the id of the process that uses the profile.
    const [pid] = readlinkSync(join(this.folder, 'SingletonLock')).split('-').slice(-1)
    process.kill(Number(pid), 'SIGKILL')
    await gone
    this.#context = null
  }

  async dispose(): Promise<void> {
    await this.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
