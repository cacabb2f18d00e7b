import { cpSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'

const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // There is no GPU, and acting as if there were costs a slow machine a tenth of its time.
  '--disable-gpu',
]
/** `npm run nightly`: the tests run in Firefox instead of Chromium */
export const isFirefox = process.env['BROWSER'] === 'firefox'

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  /** the share panel stands beside a list */
  large: { width: 1600, height: 900 },
}

export interface DeviceOptions {
  colorScheme?: 'light' | 'dark'
  locale?: string
  reducedMotion?: 'reduce'
  serviceWorkers?: 'block'
  /** a profile to start from, which is copied; without one the browser has never seen the app */
  profile?: string
  /** where the browser's own folder is made, instead of among the temporary files */
  parent?: string
  /** more command-line arguments */
  args?: readonly string[]
}

/** Firefox tells as an error of the page what a worker could not fetch, such as a picture without a network. */
function isUnfetched({ message }: Error): boolean {
  return isFirefox && message.startsWith('Failed to load ‘')
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
    const { args: more = [], ...options } = this.#more
    const all = { baseURL: this.#url, viewport: sizes[this.#size], locale: 'en-GB', offline, ...options }
    this.#context = isFirefox
      ? await (await import('./firefox.ts')).launchFirefox(this.folder, all)
      : await chromium.launchPersistentContext(this.folder, {
          executablePath: process.env['CHROMIUM'] || undefined,
          args: [...args, ...more],
          hasTouch: this.#size === 'phone',
          ...all,
        })
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
    // The target of this link names the process that uses the profile.
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
