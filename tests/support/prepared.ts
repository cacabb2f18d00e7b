import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, freePort } from './app.ts'
import { Device, isFirefox } from './browser.ts'

/**
 * Prepares once what every test needs: a migrated database, the server's compiled code, a browser with the app installed
 * and nobody signed in, and a server that runs. A port is part of the origin, so all tests share one port.
 */
export class Prepared {
  readonly #folder = mkdtempSync(join(tmpdir(), 'koszyk-prepared-'))
  readonly #data = join(this.#folder, 'data')
  readonly #profile = join(this.#folder, 'profile')
  readonly port: number

  private constructor(port: number) {
    this.port = port
  }

  static async make(): Promise<Prepared> {
    const prepared = new Prepared(await freePort())
    const app = await prepared.#startApp()
    try {
      if (!isFirefox) await prepared.#install(app.url)
      await app.end()
      cpSync(app.folder, prepared.#data, { recursive: true })
    } catch (error) {
      await prepared.remove()
      throw error
    } finally {
      await app.stop()
    }
    return prepared
  }

  /** Makes the profile of a browser with the app installed. */
  async #install(origin: string): Promise<void> {
    const device = new Device(origin, 'desktop')
    try {
      const page = await device.open()
      await page.goto('/auth/login')
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      // On the second load the browser caches the compiled code.
      await page.reload()
      await page.getByLabel('Email').fill('nobody')
      await page.goto('about:blank')
      // The app's files stay; its data from this visit is cleared.
      const browser = await device.context.newCDPSession(page)
      const storageTypes = 'indexeddb,local_storage,cookies'
      await browser.send('Storage.clearDataForOrigin', { origin, storageTypes })
      await device.close()
      cpSync(device.folder, this.#profile, { recursive: true })
    } finally {
      await device.dispose()
    }
  }

  #app: App | null = null

  /** Returns a server without anybody's data: the one of the test before, if that left it running. */
  async emptyApp(): Promise<App> {
    if (this.#app?.isUnbroken) await this.#app.empty()
    else {
      await this.#app?.stop()
      this.#app = await this.#startApp()
    }
    return this.#app
  }

  #startApp(): Promise<App> {
    return App.start(
      { NODE_COMPILE_CACHE: join(this.#folder, 'code') },
      { port: this.port, data: this.#data },
    )
  }

  /** Returns the folder of the profile to copy. */
  get profile(): string {
    return this.#profile
  }

  async remove(): Promise<void> {
    await this.#app?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
