import type { Tab } from './driver.ts'
import { aim, type Found, look } from './in-page.ts'
import { pause } from './processes.ts'

export type Role = 'button' | 'checkbox' | 'combobox' | 'heading' | 'link' | 'menuitem' | 'text' | 'textbox'

/** All waits end as soon as they can; the limit allows for a slow machine that runs two browsers. */
const mostMs = 20_000

/** What a person does and sees; elements go by their accessible names. */
export class Page {
  readonly tab: Tab
  readonly #url: string
  constructor(tab: Tab, url: string) {
    this.tab = tab
    this.#url = url
  }

  goto(path: string): Promise<void> {
    return this.tab.goto(new URL(path, this.#url).href)
  }

  path(): Promise<string> {
    return this.tab.run(() => location.pathname)
  }

  /** Polls `look` until it returns something; a page that is being left returns nothing. */
  async until<T>(what: string, look: () => Promise<T>, ms = mostMs): Promise<NonNullable<T>> {
    let failure: unknown
    for (const end = Date.now() + ms; Date.now() < end; await pause(50))
      try {
        const found = await look()
        if (found) return found
      } catch (error) {
        failure = error
      }
    const seen = await this.tab.run(() => document.body.innerText).catch(String)
    throw new Error(`never came: ${what}\n${seen}`, { cause: failure })
  }

  all(role: Role, name: string | RegExp, reach = false): Promise<Found[]> {
    const pattern = typeof name === 'string' ? null : name.source
    return this.tab.run(look, role, String(name), pattern, reach)
  }

  see(role: Role, name: string | RegExp, ms?: number): Promise<Found> {
    return this.until(`${role} ${name}`, async () => (await this.all(role, name))[0], ms)
  }

  async gone(role: Role, name: string | RegExp): Promise<void> {
    await this.until(`no ${role} ${name}`, async () => (await this.all(role, name)).length === 0)
  }

  /** Clicks once the element stands still and can be pressed. If the page moves just then, tries again. */
  async click(role: Role, name: string | RegExp): Promise<void> {
    let before: Found | undefined
    await this.until(`${role} ${name} to press`, async () => {
      const [now] = await this.all(role, name, true)
      const still = now?.pressable && now.x === before?.x && now.y === before.y
      before = now
      if (!still || !(await this.tab.run(aim))) return false
      await this.tab.mouse(now.x, now.y, 'down', 'up')
      return this.#landed()
    })
  }

  /** A driver may return before the click has arrived, and one without a click is none; one that left the page is. */
  async #landed(): Promise<boolean> {
    const where = () => ('pressed' in window ? (window.pressed ?? 'nowhere') : 'away')
    for (const end = Date.now() + 5_000; Date.now() < end; await pause(25)) {
      const landed = await this.tab.run(where).catch(() => 'away')
      if (landed !== 'nowhere') return landed !== 'beside'
    }
    return false
  }

  /** Replaces the field's text. A driver may return before the last key has arrived, hence the wait. */
  async type(role: Role, name: string | RegExp, text: string): Promise<void> {
    await this.until(`${role} ${name} to have the focus`, async () => {
      await this.click(role, name)
      // If the field moves away under the pointer, the press lands beside it.
      return this.tab.run(() => document.activeElement === (window as { aimed?: Element }).aimed)
    })
    const { value } = await this.see(role, name)
    if (value !== '') await this.tab.press('a', 'Control')
    await this.tab.write(text)
    await this.until(`${text} in ${role} ${name}`, async () => (await this.see(role, name)).value === text)
  }
}
