import { createRequire } from 'node:module'
import { type BrowserContext, firefox, type Page } from 'playwright'

/* Lets Playwright drive Debian's Firefox by WebDriver BiDi: it gives up on commands that Firefox does not know,
   `setOffline` does not reach the service worker, and `fill()` writes behind React's back. This reaches into Playwright,
   whose version is pinned: after an upgrade `npm run nightly` shows whether it still works. */

interface Message {
  id: number
  method: string
  params?: { networkConditions?: object | null }
  result?: { contexts: { context: string }[] }
}
interface Transport {
  asked?: Map<number, (message: Message) => void>
  heard?: (message: object) => void
  onmessage: (message: object) => void
  send: (message: Message) => void
}

const require = createRequire(import.meta.url)
const { server } = require('playwright-core/lib/coreBundle') as {
  server: { WebSocketTransport: { prototype: Transport } }
}
const transport = server.WebSocketTransport.prototype
const send = transport.send
let nextId = 1e9

function ask(to: Transport, method: string, params: object): Promise<Message> {
  return new Promise((resolve) => {
    const id = nextId++
    to.asked ??= new Map()
    to.asked.set(id, resolve)
    send.call(to, { id, method, params } as Message)
  })
}

Object.defineProperty(transport, 'onmessage', {
  get(this: Transport) {
    return (message: Message) => {
      const answer = this.asked?.get(message.id)
      if (answer) answer(message)
      else this.heard?.(message)
    }
  },
  set(this: Transport, heard: (message: object) => void) {
    this.heard = heard
  },
})

/** Switches Firefox's own 'Work Offline', because BiDi's offline mode covers the page but not its service worker. */
async function airplane(to: Transport, on: boolean): Promise<void> {
  const { result } = await ask(to, 'browsingContext.getTree', { 'moz:scope': 'chrome' })
  const expression = `Services.io.offline = ${on}; Services.obs.notifyObservers(null, 'net:cancel-all-connections')`
  const target = { context: result?.contexts[0]?.context }
  await ask(to, 'script.evaluate', { expression, target, awaitPromise: false })
}

transport.send = function (message) {
  const agree = () => this.onmessage({ type: 'success', id: message.id, result: {} })
  // Firefox does not support this command yet, and Playwright fails if Firefox reports that.
  if (message.method === 'emulation.setMediaFeaturesOverride') queueMicrotask(agree)
  else if (message.method === 'emulation.setNetworkConditions')
    void airplane(this, message.params?.networkConditions !== null).then(agree)
  else send.call(this, message)
}

/** Makes fill() type like a keyboard, with insertText. Otherwise it sets `value` without React noticing. */
function typeAsAPerson(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set() {},
  })
}

/**
 * Repeats a navigation that Firefox drops because the page it leaves changes its address at that moment. A user would
 * press again.
 */
function beginAgain(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = (url, options) =>
    goto(url, options).catch((error: unknown) => {
      if (!String(error).includes('NS_BINDING_ABORTED')) throw error
      return goto(url, options)
    })
}

interface Options {
  baseURL: string
  viewport: { width: number; height: number }
  locale?: string
  offline?: boolean
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  serviceWorkers?: 'block'
}

/** Launches Debian's Firefox, driven by Playwright over WebDriver BiDi. */
export async function launchFirefox(profile: string, options: Options): Promise<BrowserContext> {
  const { colorScheme, reducedMotion, offline, ...rest } = options
  const context = await firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    headless: true,
    ...rest,
    args: ['--remote-allow-system-access'], // for `airplane`
    firefoxUserPrefs: {
      'network.disable-localhost-when-offline': true, // for `airplane`
      'ui.systemUsesDarkTheme': colorScheme === 'dark' ? 1 : 0,
      'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
    },
  })
  await context.addInitScript(typeAsAPerson)
  context.pages().forEach(beginAgain)
  context.on('page', beginAgain)
  if (offline) await context.setOffline(true)
  return context
}
