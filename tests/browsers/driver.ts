import { pause } from './processes.ts'

/** What a journey asks of a browser. Each engine is driven in its own way; everything above this is written once. */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page; it sees nothing but its arguments, which are copied, as its answer is. */
  run<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>
  /** Presses and releases a key, by the name a keyboard event has for it, while others are held. */
  press(key: string, ...held: string[]): Promise<void>
  /** Types it as a person does, key by key. */
  write(text: string): Promise<void>
  /** At this place of what is seen of the page. */
  clickAt(x: number, y: number): Promise<void>
  /** A picture of what is seen, as PNG. */
  screenshot(): Promise<Buffer>
}

/** A browser with a profile of its own, as somebody has it on their phone. */
export interface Browser {
  /** The tab it came with first. */
  tabs: readonly Tab[]
  newTab(): Promise<Tab>
  /** What the pages' consoles said that is an error or a warning. */
  complaints(): string[]
  close(): Promise<void>
}

export interface Launch {
  /** the folder where it keeps everything; the same one again is the same browser opened again */
  profile: string
  width: number
  height: number
}

export type Engine = 'webkit' | 'firefox' | 'chromium'

export const engines: Record<Engine, (launch: Launch) => Promise<Browser>> = {
  webkit: async (launch) => (await import('./webkit.ts')).openWebKit(launch),
  firefox: async (launch) => (await import('./firefox.ts')).openFirefox(launch),
  chromium: async (launch) => (await import('./chromium.ts')).openChromium(launch),
}

/** Goes to another page, and waits until that one is whole. */
export async function untilLoaded(tab: Tab, go: () => Promise<void>): Promise<void> {
  await tab.run(() => void Object.assign(window, { isLeft: true }))
  await go()
  const isWhole = () => !('isLeft' in window) && document.readyState === 'complete'
  for (const end = Date.now() + 30_000; !(await tab.run(isWhole).catch(() => false)); await pause(25))
    if (Date.now() > end) throw new Error('the page does not come')
}

/** Keys that WebDriver has a code for, instead of what they write. */
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

/** The input actions of WebDriver, which both of its protocols share. */
export function keyActions(key: string, held: readonly string[]): object[] {
  const actions = [...held.map(down), down(key), up(key), ...held.toReversed().map(up)]
  return [{ type: 'key', id: 'keyboard', actions }]
}

export function typeActions(text: string): object[] {
  return [{ type: 'key', id: 'keyboard', actions: [...text].flatMap((key) => [down(key), up(key)]) }]
}

export function clickActions(x: number, y: number): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}
