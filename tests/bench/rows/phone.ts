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

/** The time from each frame to the next, in ms, while somebody scrolls or ticks. */
export interface PhoneFrames {
  scroll: number[]
  tick: number[]
}

const ticks = 20

/** Scrolls through a list and ticks 20 of its rows on a phone with a quarter of this CPU. */
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
    const before = await page.locator('[data-row] input[type="checkbox"]:checked').count()
    const boxes = page.getByRole('checkbox', { name: /^Bought: / })
    const tick = await framesDuring(page, async () => {
      for (let row = 0; row < ticks; row++) {
        await boxes.nth(row).tap()
        await page.waitForFunction(
          (ticked) => {
            const bought = document.querySelectorAll('[data-row] input[type="checkbox"]:checked')
            return bought.length === ticked
          },
          before + row + 1,
        )
      }
    })
    return { scroll, tick }
  } finally {
    await device.dispose()
  }
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
