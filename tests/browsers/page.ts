import type { Tab } from './driver.ts'
import { pause } from './processes.ts'

export type Role = 'button' | 'checkbox' | 'combobox' | 'heading' | 'link' | 'menuitem' | 'text' | 'textbox'

interface Found {
  /** its centre, in viewport coordinates */
  x: number
  y: number
  value: string
  checked: boolean
  /** nothing covers its centre, and it is enabled */
  pressable: boolean
}

/**
 * Runs in the page: finds everything visible of this role with this name, or with a name that the expression
 * matches. `reach`: scrolls the first of them to the centre of the viewport, where no bar covers it.
 */
function look(role: string, name: string, pattern: string | null, reach: boolean): Found[] {
  const kinds: Record<string, string> = {
    button: 'button, [role=button]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    combobox: '[role=combobox], select',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    menuitem: '[role=menuitem]',
    text: 'body *',
    textbox: 'input:not([type=checkbox], [role=combobox]), textarea',
  }
  const own = (element: Element) =>
    [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])).join('')
  const nameOf = (element: HTMLElement): string => {
    if (role === 'text') return own(element)
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return element.ariaLabel ?? (labels.map((label) => label.textContent).join(' ') || element.innerText)
  }
  const isMeant = (said: string) => (pattern === null ? said === name : new RegExp(pattern).test(said))
  const found = [...document.querySelectorAll<HTMLElement>(kinds[role] ?? role)].filter(
    (element) => isMeant(nameOf(element).trim()) && element.checkVisibility(),
  )
  if (reach) found[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
  if (reach) Object.assign(window, { aimed: found[0] })
  return found.map((element) => {
    const { value = '', checked = false, disabled = false } = element as HTMLInputElement
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const isOn = !disabled && element.ariaDisabled !== 'true'
    return { x, y, value, checked, pressable: isOn && (element.contains(hit) || !!hit?.contains(element)) }
  })
}

/** Runs in the page: blocks a press on anything but the element brought into reach, and records it. */
function aim(): boolean {
  const { aimed } = window as { aimed?: Element }
  if (!aimed) return false
  if ('missed' in window) delete window.missed
  const over = new AbortController()
  const guard = (event: Event) => {
    const isMeant =
      event.target instanceof Node && (aimed.contains(event.target) || event.target.contains(aimed))
    if (!isMeant) {
      event.preventDefault()
      event.stopImmediatePropagation()
      Object.assign(window, { missed: true })
    }
    if (event.type === 'click') over.abort()
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, guard, { capture: true, signal: over.signal })
  return true
}

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
      // If the click left the page, no record of a miss is left: it counts as a hit.
      return this.tab.run(() => !('missed' in window)).catch(() => true)
    })
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
