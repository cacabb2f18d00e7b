import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '../../core/product/entities.ts'
import { type Browser, type Engine, engines, type Launch } from './driver.ts'
import { Page } from './page.ts'

/** `screen`: as wide as the pictures of the pages are */
export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1200, height: 800 },
  screen: { width: 1440, height: 900 },
}

/** A browser of this engine that can be closed and opened again with everything it stores. */
export class Device {
  readonly #engine: Engine
  readonly #url: string
  readonly #launch: Omit<Launch, 'profile'>
  readonly folder = mkdtempSync(join(tmpdir(), 'koszyk-browser-'))
  readonly #complaints: string[] = []
  #browser: Browser | null = null
  page!: Page

  constructor(
    engine: Engine,
    url: string,
    size: keyof typeof sizes = 'desktop',
    language?: Language,
    preferences?: Launch['preferences'],
  ) {
    this.#engine = engine
    this.#url = url
    this.#launch = { ...sizes[size], ...(language && { language }), ...(preferences && { preferences }) }
  }

  async open(): Promise<Page> {
    this.#browser = await engines[this.#engine]({ profile: this.folder, ...this.#launch })
    const [tab] = this.#browser.tabs
    if (!tab) throw new Error('a browser without a tab')
    this.page = new Page(tab, this.#url)
    return this.page
  }

  async newTab(): Promise<Page> {
    if (!this.#browser) throw new Error('the browser is closed')
    return new Page(await this.#browser.newTab(), this.#url)
  }

  /** Console messages of all pages since the browser was first opened. */
  get complaints(): readonly string[] {
    return [...this.#complaints, ...(this.#browser?.complaints() ?? [])]
  }

  async close(): Promise<void> {
    this.#complaints.push(...(this.#browser?.complaints() ?? []))
    await this.#browser?.close()
    this.#browser = null
  }

  async dispose(): Promise<void> {
    await this.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
