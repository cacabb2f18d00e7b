import type { Language } from '../../core/product/entities.ts'
import { pause } from './processes.ts'

/** The browser features that the tests need. Each engine has its own driver; all code above it is shared. */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. It sees only its arguments; arguments and result are copied. */
  run<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>
  /** Presses and releases a key, named as in a keyboard event, while other keys are held. */
  press(key: string, ...held: string[]): Promise<void>
  /** Types text key by key, as a person does. */
  write(text: string): Promise<void>
  /** Moves the mouse to this point of the viewport, then presses or releases its button there. */
  mouse(x: number, y: number, ...button: ('down' | 'up')[]): Promise<void>
  /** A screenshot of the viewport, as PNG. */
  screenshot(): Promise<Buffer>
}

/** A browser with its own profile, like the one on somebody's phone. */
export interface Browser {
  /** The first is the tab that the browser opened with. */
  tabs: readonly Tab[]
  newTab(): Promise<Tab>
  /** Errors and warnings from the pages' consoles. */
  complaints(): string[]
  close(): Promise<void>
}

export interface Launch {
  /** the folder where it keeps everything; the same folder means the same browser, opened again */
  profile: string
  width: number
  height: number
  /** the first language that it asks for; default: British English */
  language?: Language
  /** settings of Firefox */
  preferences?: Readonly<Record<string, string | number | boolean>>
}

/** What WebKit's driver answers when the browser itself has ended, during a command or before it. */
export const crashed =
  /: (invalid session id: session deleted because of page crash or hang|unknown error: $)/m

export type Engine = 'webkit' | 'firefox' | 'chromium'

export const engines: Record<Engine, (launch: Launch) => Promise<Browser>> = {
  webkit: async (launch) => (await import('./webkit.ts')).openWebKit(launch),
  firefox: async (launch) => (await import('./firefox.ts')).openFirefox(launch),
  chromium: async (launch) => (await import('./chromium.ts')).openChromium(launch),
}

export function isEngine(name: string): name is Engine {
  return Object.keys(engines).includes(name)
}

/** Navigates to another page and waits until it has loaded completely. */
export async function untilLoaded(tab: Tab, go: () => Promise<void>): Promise<void> {
  await tab.run(() => void Object.assign(window, { isLeft: true }))
  await go()
  const isWhole = () => !('isLeft' in window) && document.readyState === 'complete'
  const start = Date.now()
  // WebKit drops a navigation now and then that begins while the page before it still loads: a person goes again.
  const tries = [start + 6_000, start + 15_000]
  while (!(await tab.run(isWhole).catch(() => false))) {
    if (Date.now() > start + 40_000) throw new Error('the page does not come')
    if (Date.now() > (tries[0] ?? Infinity)) {
      tries.shift()
      await go()
    }
    await pause(25)
  }
}

/** The keys that have a code in WebDriver instead of a character. */
const codes: Record<string, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  Shift: '\uE008',
  Control: '\uE009',
}

const down = (name: string) => ({ type: 'keyDown', value: codes[name] ?? name })
const up = (name: string) => ({ type: 'keyUp', value: codes[name] ?? name })

/** Input actions in the form that both WebDriver protocols share. */
export function keyActions(key: string, held: readonly string[]): object[] {
  const actions = [...held.map(down), down(key), up(key), ...held.toReversed().map(up)]
  return [{ type: 'key', id: 'keyboard', actions }]
}

export function typeActions(text: string): object[] {
  return [{ type: 'key', id: 'keyboard', actions: [...text].flatMap((key) => [down(key), up(key)]) }]
}

export function mouseActions(x: number, y: number, button: readonly ('down' | 'up')[]): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    ...button.map((way) => ({ type: way === 'down' ? 'pointerDown' : 'pointerUp', button: 0 })),
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}
