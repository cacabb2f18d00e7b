import type { Page } from 'playwright'
import type { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { logIn } from '../../support/log-in.ts'
import { slowDown } from '../opening/profiles.ts'

declare global {
  interface Window {
    /** ms from each frame to the next */
    benchFrames: number[]
  }
}

/** The time from each frame to the next, in ms, while somebody scrolls or ticks; `longest`: after each tick. */
export interface PhoneFrames {
  scroll: number[]
  tick: number[]
  longest: number[]
}

/** How many screens of rows are ticked, and for how many ms after each tick the frames count. */
const screens = 3
const afterTick = 500

/** Scrolls through a list and ticks three screens of its rows on a phone with a quarter of this CPU. */
export async function phoneFrames(
  app: App,
  list: string,
  email: string,
  password: string,
): Promise<PhoneFrames> {
  const device = new Device(app.url, 'phone')
  try {
    const page = await device.open()
    await logIn(page, email, password)
    await page.goto(`/app/details/${list}`)
    await page.getByRole('button', { name: /Saved/ }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await slowDown(page, 'slow')
    const cdp = await page.context().newCDPSession(page)
    const scroll = await framesDuring(page, async () => {
      for (const yDistance of [-8_000, 8_000])
        await cdp.send('Input.synthesizeScrollGesture', { x: 195, y: 400, yDistance, speed: 2_000 })
    })
    const rows = await rowsInSight(page)
    const countTicked = () => page.locator('[data-row] input[type="checkbox"]:checked').count()
    const before = await countTicked()
    const tick: number[] = []
    const longest: number[] = []
    for (let screen = 0; screen < screens; screen++) {
      for (const y of rows) {
        const recording = nextFrames(page, afterTick)
        await page.touchscreen.tap(180, y)
        const frames = await recording
        tick.push(...frames)
        longest.push(Math.max(...frames))
      }
      await cdp.send('Input.synthesizeScrollGesture', { x: 195, y: 400, yDistance: -57 * rows.length })
    }
    const ticked = (await countTicked()) - before
    if (ticked !== screens * rows.length) throw new Error(`${ticked} rows were ticked`)
    return { scroll, tick, longest }
  } finally {
    await device.dispose()
  }
}

/** Where to tap, in px from the top: by place, since looking a row up by its name would itself hold the page up. */
async function rowsInSight(page: Page): Promise<number[]> {
  const boxes = await page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
    )
  return boxes
    .filter(({ top, height }) => top > 150 && top + height < 650)
    .map(({ top, height }) => top + height / 2)
}

/** The time from each frame to the next, in ms, during the next `ms` milliseconds of the page. */
function nextFrames(page: Page, ms: number): Promise<number[]> {
  return page.evaluate(
    (duration) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        let first = 0
        let last = 0
        const note = (at: number) => {
          if (first === 0) first = at
          else frames.push(at - last)
          last = at
          if (at - first < duration) requestAnimationFrame(note)
          else resolve(frames)
        }
        requestAnimationFrame(note)
      }),
    ms,
  )
}

async function framesDuring(page: Page, run: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = 0
    const note = (at: number) => {
      if (frames !== window.benchFrames) return
      if (last > 0) frames.push(at - last)
      last = at
      requestAnimationFrame(note)
    }
    window.benchFrames = frames
    requestAnimationFrame(note)
  })
  await run()
  return page.evaluate(() => {
    const frames = window.benchFrames
    window.benchFrames = []
    return frames
  })
}
