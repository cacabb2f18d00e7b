import { mkdirSync } from 'node:fs'
import { freePort } from '../support/app.ts'
import {
  type Browser,
  crashed,
  keyActions,
  type Launch,
  mouseActions,
  type Tab,
  typeActions,
  untilLoaded,
} from './driver.ts'
import { pause, Program } from './processes.ts'

/** WebKitGTK, the engine of Safari, through its own WebDriver. */
class Driver {
  readonly #url: string
  readonly #lastWords: () => string
  session = ''
  /** the driver handles one tab at a time */
  #shown = ''
  #turn: Promise<unknown> = Promise.resolve()

  /** `lastWords`: what the browser printed at its end. */
  constructor(port: number, lastWords: () => string) {
    this.#url = `http://127.0.0.1:${port}`
    this.#lastWords = lastWords
  }

  /** `ms`: the time limit; a command to a page that is just being left is never answered. */
  async ask<T>(method: string, path: string, body?: object, ms = 8_000): Promise<T> {
    const answer = await fetch(this.#url + path, {
      method,
      signal: AbortSignal.timeout(ms),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await answer.json()) as { value: T }
    if (answer.ok) return value
    const { error, message } = value as { error: string; message: string }
    const said = `${method} ${path}: ${error}: ${message}`
    throw new Error(crashed.test(said) ? `${said}\n${this.#lastWords()}` : said)
  }

  /** Runs the command in this tab, after the running commands of other tabs. */
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

/** The script returns JSON, because the driver converts other values in its own way. */
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
    mouse: (x, y, ...button) =>
      driver.in(handle, 'POST', '/actions', { actions: mouseActions(x, y, button) }),
    screenshot: async () => Buffer.from(await driver.in<string>(handle, 'GET', '/screenshot'), 'base64'),
  }
  return tab
}

export async function openWebKit({ profile, width, height, language }: Launch): Promise<Browser> {
  mkdirSync(profile, { recursive: true })
  // A virtual display, with the first free number.
  const display = new Program('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])
  let program: Program | null = null
  try {
    const env = {
      ...process.env,
      DISPLAY: `:${(await display.says(/^(\d+)\n/m)).trim()}`,
      GDK_BACKEND: 'x11',
      HOME: profile,
      KOSZYK_PROFILE: profile,
      KOSZYK_LANGUAGE: language ?? 'en_GB',
      KOSZYK_SIZE: `${width}x${height}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    }
    const port = await freePort()
    program = new Program('WebKitWebDriver', [`--port=${port}`], env)
    const running = program
    const said = () => running.printed.split('\n')
    const lastWords = () =>
      said()
        .filter((line) => !line.startsWith('CONSOLE'))
        .slice(-10)
        .join('\n')
    const driver = new Driver(port, lastWords)
    while (!(await driver.ask('GET', '/status').catch(() => null))) {
      if (program.over) throw new Error(`WebKitWebDriver did not start: ${program.printed}`)
      await pause(25)
    }
    const binary = `${import.meta.dirname}/webkit-window.py`
    const capabilities = {
      'webkitgtk:browserOptions': { binary, args: [] },
      // Otherwise it would wait five minutes for a page that has been replaced by another.
      pageLoadStrategy: 'none',
    }
    const asked = { capabilities: { alwaysMatch: capabilities } }
    const { sessionId } = await driver.ask<{ sessionId: string }>('POST', '/session', asked, 60_000)
    driver.session = `/session/${sessionId}`
    const first = await driver.ask<string>('GET', `${driver.session}/window`)
    const tabs = [tabOf(driver, first)]
    return {
      tabs,
      async newTab() {
        const { handle } = await driver.in<{ handle: string }>(first, 'POST', '/window/new', { type: 'tab' })
        const tab = tabOf(driver, handle)
        tabs.push(tab)
        return tab
      },
      complaints: () => said().filter((line) => /^CONSOLE .*\b(ERROR|WARN)/.test(line)),
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
