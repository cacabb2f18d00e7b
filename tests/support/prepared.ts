import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, freePort } from './app.ts'
import { Device } from './browser.ts'

/**
 * What every test would do once more: a migrated database, the server's compiled code, and a browser where the
 * app is installed already and nobody has signed in. An origin is a port too, so all of them share this one.
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
    const app = await prepared.startApp()
    const device = new Device(app.url, 'desktop')
    const page = await device.open()
    await page.goto('/auth/login')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // The browser keeps the compiled code of what it reads a second time.
    await page.reload()
    await page.getByLabel('E-mail').fill('nobody')
    await page.goto('about:blank')
    // The app's files stay, and nothing that it noted down about this visit.
    const browser = await device.context.newCDPSession(page)
    const storageTypes = 'indexeddb,local_storage,cookies'
    await browser.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes })
    await device.close()
    cpSync(device.folder, prepared.#profile, { recursive: true })
    await device.dispose()
    await app.end()
    cpSync(app.folder, prepared.#data, { recursive: true })
    await app.stop()
    return prepared
  }

  startApp(): Promise<App> {
    return App.start(
      { NODE_COMPILE_CACHE: join(this.#folder, 'code') },
      { port: this.port, data: this.#data },
    )
  }

  /** To be copied. */
  get profile(): string {
    return this.#profile
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
