import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, keyActions, type Launch, mouseActions, type Tab, typeActions } from './driver.ts'
import { Program } from './processes.ts'

/** Turns off what disturbs a test: Firefox's own pages, its prompts and its network requests. */
const preferences = {
  'app.update.auto': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'intl.locale.requested': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

interface Message {
  id?: number
  type: 'success' | 'error' | 'event'
  method?: string
  result?: unknown
  params?: unknown
  error?: string
  message?: string
}
interface LogEntry {
  /** 'console': a script logged it; 'javascript': the browser reports a script error */
  type: string
  level: string
  text: string | null
}

/** Firefox speaks WebDriver BiDi itself, over a WebSocket. */
class Bidi {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  readonly complaints: string[] = []
  #id = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser has gone'))
    })
  }

  static async connect(address: string): Promise<Bidi> {
    const socket = new WebSocket(`${address}/session`)
    await new Promise((open, failed) => {
      socket.addEventListener('open', open)
      socket.addEventListener('error', () => failed(new Error(`no answer from ${address}`)))
    })
    return new Bidi(socket)
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#id
    this.#socket.send(JSON.stringify({ id, method, params }))
    let late: NodeJS.Timeout | undefined
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        late = setTimeout(() => reject(new Error(`${method}: no answer`)), 30_000)
      })
    } finally {
      clearTimeout(late)
      this.#waiting.delete(id)
    }
  }

  #hear({ id, type, method, result, params, error, message }: Message): void {
    if (type === 'event' && method === 'log.entryAdded') {
      const { type: by, level, text } = params as LogEntry
      if (level === 'error' || level === 'warn') this.complaints.push(`${by} ${level}: ${text}`)
    }
    const waiting = this.#waiting.get(id ?? 0)
    if (!waiting) return
    if (type === 'success') waiting.resolve(result as never)
    else waiting.reject(new Error(`${error}: ${message}`))
  }
}

type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** Clicks the focused box or button, as the space bar does for a person; the driver's key press does not. */
function activate(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('button, input[type=checkbox]')) focused.click()
}

function tabOf(bidi: Bidi, context: string): Tab {
  const perform = (actions: object[]) => bidi.send<void>('input.performActions', { context, actions })
  async function navigate(method: string, params: object): Promise<void> {
    try {
      await bidi.send(method, { context, wait: 'complete', ...params })
    } catch (error) {
      // The page navigated by itself in the meantime, for example after a log-in.
      if (!/NS_BINDING_ABORTED|navigation/i.test(String(error))) throw error
    }
  }
  const tab: Tab = {
    goto: (url) => navigate('browsingContext.navigate', { url }),
    reload: () => navigate('browsingContext.reload', {}),
    async run(run, ...args) {
      const answer = await bidi.send<Evaluated>('script.callFunction', {
        functionDeclaration: `async () => JSON.stringify([await (${run})(...${JSON.stringify(args)})])`,
        target: { context },
        awaitPromise: true,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return (JSON.parse(answer.result.value) as [never])[0]
    },
    async press(key, ...held) {
      await perform(keyActions(key, held))
      if (key === ' ') await tab.run(activate)
    },
    write: (text) => perform(typeActions(text)),
    mouse: (x, y, ...button) => perform(mouseActions(x, y, button)),
    async screenshot() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
  }
  return tab
}

export async function openFirefox({
  profile,
  width,
  height,
  language,
  preferences: more,
}: Launch): Promise<Browser> {
  mkdirSync(profile, { recursive: true })
  const lines = Object.entries({
    ...preferences,
    ...(language && { 'intl.accept_languages': language }),
    ...more,
  }).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const program = new Program(
    process.env['FIREFOX'] ?? 'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    // Firefox would look there for a profile and a display.
    { ...process.env, HOME: profile, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1', MOZ_CRASHREPORTER_DISABLE: '1' },
  )
  try {
    const bidi = await Bidi.connect(await program.says(/WebDriver BiDi listening on (ws:\S+)/))
    await bidi.send('session.new', { capabilities: {} })
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
    const viewport = { width, height }
    const tree = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const tabs: Tab[] = []
    const add = async (context: string) => {
      await bidi.send('browsingContext.setViewport', { context, viewport })
      const tab = tabOf(bidi, context)
      tabs.push(tab)
      return tab
    }
    await add(tree.contexts[0]?.context ?? '')
    return {
      tabs,
      async newTab() {
        const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
        return add(context)
      },
      complaints: () => bidi.complaints,
      async close() {
        await bidi.send('browser.close', {}).catch(() => undefined) // it may be gone before it answers
        await program.ended()
      },
    }
  } catch (error) {
    await program.kill()
    throw error
  }
}
