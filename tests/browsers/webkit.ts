import { mkdirSync } from 'node:fs'
import { freePort } from '../support/app.ts'
import {
  type Browser,
  clickActions,
  keyActions,
  type Launch,
  type Tab,
  typeActions,
  untilLoaded,
} from './driver.ts'
import { pause, Program } from './processes.ts'

/** WebKitGTK, the engine of Safari, by way of its own WebDriver. */
class Driver {
  readonly #url: string
  session = ''
  /** the driver looks at one tab at a time */
  #shown = ''
  #turn: Promise<unknown> = Promise.resolve()

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`
  }

  /** `ms`: how long it may take; what is asked of a page that goes away at that moment is never answered. */
  async ask<T>(method: string, path: string, body?: object, ms = 8_000): Promise<T> {
    const answer = await fetch(this.#url + path, {
      method,
      signal: AbortSignal.timeout(ms),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await answer.json()) as { value: T }
    if (answer.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${path}: ${error}: ${message}`)
  }

  /** In this tab, after whatever is being done in another. */
  in<T>(tab: string, method: string, path: string, body?: object): Promise<T> {
    const asked = this.#turn.then(async () => {
      if (tab !== this.#shown) await this.ask('POST', `${this.session}/window`, { handle: tab })
      this.#shown = tab
      return this.ask<T>(method, this.session + path, body)
    })
    this.#turn = asked.catch(() => undefined)
    return asked
  }
}

/** What it answers is JSON, since the driver has its own ideas of other values. */
function script(run: string, args: readonly unknown[]): string {
  return `const done = arguments[0]
    Promise.resolve().then(() => (${run})(...${JSON.stringify(args)})).then(
      (value) => done(JSON.stringify({ value })),
      (error) => done(JSON.stringify({ error: String(error) })))`
}

function tabOf(driver: Driver, handle: string): Tab {
  const tab: Tab = {
    goto: (url) => untilLoaded(tab, () => driver.in(handle, 'POST', '/url', { url })),
    reload: () => untilLoaded(tab, () => driver.in(handle, 'POST', '/refresh', {})),
    async run(run, ...args) {
      const given = { script: script(String(run), args), args: [] }
      const said = await driver.in<string>(handle, 'POST', '/execute/async', given)
      const answer = JSON.parse(said) as { value: never; error?: string }
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.value
    },
    press: (key, ...held) => driver.in(handle, 'POST', '/actions', { actions: keyActions(key, held) }),
    write: (text) => driver.in(handle, 'POST', '/actions', { actions: typeActions(text) }),
    clickAt: (x, y) => driver.in(handle, 'POST', '/actions', { actions: clickActions(x, y) }),
    screenshot: async () => Buffer.from(await driver.in<string>(handle, 'GET', '/screenshot'), 'base64'),
  }
  return tab
}

export async function openWebKit({ profile, width, height }: Launch): Promise<Browser> {
  mkdirSync(profile, { recursive: true })
  // A display in memory, with the first number that is free.
  const display = new Program('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])
  let program: Program | null = null
  try {
    const env = {
      ...process.env,
      DISPLAY: `:${(await display.says(/^(\d+)\n/m)).trim()}`,
      GDK_BACKEND: 'x11',
      HOME: profile,
      KOSZYK_PROFILE: profile,
      KOSZYK_SIZE: `${width}x${height}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    }
    const port = await freePort()
    program = new Program('WebKitWebDriver', [`--port=${port}`], env)
    const driver = new Driver(port)
    while (!(await driver.ask('GET', '/status').catch(() => null))) {
      if (program.over) throw new Error(`WebKitWebDriver did not start: ${program.printed}`)
      await pause(25)
    }
    const binary = `${import.meta.dirname}/webkit-window.py`
    const capabilities = {
      'webkitgtk:browserOptions': { binary, args: [] },
      // It would wait five minutes for a page that another one has taken the place of.
      pageLoadStrategy: 'none',
    }
    const asked = { capabilities: { alwaysMatch: capabilities } }
    const { sessionId } = await driver.ask<{ sessionId: string }>('POST', '/session', asked, 60_000)
    driver.session = `/session/${sessionId}`
    const first = await driver.ask<string>('GET', `${driver.session}/window`)
    const tabs = [tabOf(driver, first)]
    const running = program
    return {
      tabs,
      async newTab() {
        const { handle } = await driver.in<{ handle: string }>(first, 'POST', '/window/new', { type: 'tab' })
        const tab = tabOf(driver, handle)
        tabs.push(tab)
        return tab
      },
      complaints: () => running.printed.split('\n').filter((line) => /^CONSOLE .*\b(ERROR|WARN)/.test(line)),
      async close() {
        await driver.ask('DELETE', driver.session).catch(() => undefined)
        await running.kill()
        await display.kill()
      },
    }
  } catch (error) {
    await program?.kill()
    await display.kill()
    throw error
  }
}
