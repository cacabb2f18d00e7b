import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { longList } from '../support/long-list.ts'
import { at, line, middle } from './figures.ts'
import type { Line } from './line.ts'
import { type Bare, startBare } from './opening/bare.ts'
import { measureRows, type RowFigures } from './rows/measure.ts'
import { phoneFrames } from './rows/phone.ts'

const password = 'a long walk home'
const email = 'anna@example.org'

/** How a list of so many products reacts, beside a bare page with as many native rows. */
export async function rowsLines(counts: readonly number[] = [100, 1_000, 5_000]): Promise<Line[]> {
  const app = await App.start()
  const bare = await startBare()
  try {
    const token = await app.member(email, password)
    const lines: Line[] = []
    for (const count of counts) {
      const list = await longList(app, token, count)
      const bound = await ofBare(bare, count)
      lines.push(...linesOf(count, await ofApp(app, list), bound))
    }
    const frames = await phoneFrames(app, await longList(app, token, 300), email, password)
    return [
      ...lines,
      ...framesLines(frames.scroll, 'scrolling'),
      ...framesLines(frames.tick, 'ticking a row every half second'),
      line(phoneGroup, 'the longest frame after a tick, p50', 'ms', middle(frames.longest)),
    ]
  } finally {
    bare.close()
    await app.stop()
  }
}

function linesOf(count: number, ours: RowFigures, bound: RowFigures): Line[] {
  const group = `A list of ${count} products`
  const frames = { key: 'key to frame', tick: 'tick to frame', scroll: 'scroll to frame' } as const
  const p95 = (values: readonly number[]) => at(values, 0.95)
  return [
    line(group, 'opening, p50', 'ms', middle(ours.opening), { bound: middle(bound.opening) }),
    ...(Object.keys(frames) as (keyof typeof frames)[]).flatMap((key) => [
      line(group, `${frames[key]}, p50`, 'ms', middle(ours[key]), { bound: middle(bound[key]) }),
      line(group, `${frames[key]}, p95`, 'ms', p95(ours[key]), { bound: p95(bound[key]) }),
    ]),
    line(group, 'JavaScript heap, after a collection', 'MB', ours.heap, { bound: bound.heap }),
    ...(ours.renderer > 0
      ? [line(group, 'whole renderer', 'MB', ours.renderer, { bound: bound.renderer })]
      : []),
  ]
}

const phoneGroup = 'A list of 300 products on a phone with a quarter of this CPU'

/** Frames on a phone; a person sees no stutter below two frames of 60 a second. */
function framesLines(frames: readonly number[], doing: string): Line[] {
  return [
    line(phoneGroup, `from frame to frame while ${doing}, p50`, 'ms', middle(frames)),
    line(phoneGroup, `from frame to frame while ${doing}, p95`, 'ms', at(frames, 0.95), { most: 32 }),
  ]
}

async function ofApp({ url }: App, list: string): Promise<RowFigures> {
  const device = new Device(url, 'desktop')
  try {
    const page = await device.open()
    await logIn(page, email, password)
    await page.goto(`/app/details/${list}`)
    await page.getByRole('combobox', { name: 'Name: Product 2', exact: true }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByRole('button', { name: /Saved/ }).waitFor()
    return await measureRows(page, `/app/details/${list}`, {
      field: 'input[aria-label="Name: Product 2"]',
      boxes: '[data-row] input[type="checkbox"]',
    })
  } finally {
    await device.dispose()
  }
}

async function ofBare({ url }: Bare, count: number): Promise<RowFigures> {
  const device = new Device(url, 'desktop')
  try {
    const page = await device.open()
    await page.goto(`/rows/${count}`)
    return await measureRows(page, `/rows/${count}`, {
      field: 'input[aria-label="Name: Product 2"]',
      boxes: '[data-row] input[type="checkbox"]',
    })
  } finally {
    await device.dispose()
  }
}
