import type { Page } from 'playwright'
import { allDrawn, frameTimes, watchFrames } from '../frames.ts'
import { rendererBytes } from './memory.ts'

declare global {
  interface Window {
    /** 0 while the frame is being drawn */
    benchDrawn?: number
  }
}

/** In ms, one for each time; `heap` and `renderer` in bytes. */
export interface RowFigures {
  opening: number[]
  key: number[]
  tick: number[]
  scroll: number[]
  heap: number
  /** 0 where it cannot be known */
  renderer: number
}

interface Where {
  field: string
  boxes: string
}

/** The same for ours and for the bare page. */
export async function measureRows(page: Page, path: string, { field, boxes }: Where): Promise<RowFigures> {
  const opening: number[] = []
  for (let i = 0; i < 5; i++) opening.push(await opened(page, path, field))
  // What still runs after the opening is over before the first key.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  const memory = await memoryOf(page)
  return {
    opening,
    key: await typing(page, field),
    tick: await ticking(page, boxes),
    scroll: await scrolling(page),
    ...memory,
  }
}

/** By the page's own clock, from the beginning of the navigation until the document and what is wanted are drawn. */
export async function opened(page: Page, path: string, wanted: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  const drawn = await page.waitForFunction(whenDrawn, wanted, { polling: 'raf' })
  return Number(await drawn.jsonValue())
}

/** Looked at with every frame; the message arrives after the scripts, style, layout and paint of the right one. */
function whenDrawn(wanted: string): number {
  if (window.benchDrawn !== undefined) return window.benchDrawn
  if (document.readyState !== 'complete' || !document.querySelector(wanted)) return 0
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => (window.benchDrawn = performance.now()))
  port1.start()
  port2.postMessage(null)
  window.benchDrawn = 0
  return 0
}

async function memoryOf(page: Page): Promise<{ heap: number; renderer: number }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  for (let i = 0; i < 2; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return { heap: usedSize, renderer: await rendererBytes(page) }
}

async function typing(page: Page, field: string): Promise<number[]> {
  await page.locator(field).focus()
  await watchFrames(page, 'keydown')
  // Many keys, so that the first ones, during JIT compilation, do not decide the slowest 5 %.
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press(i % 40 < 20 ? 'abcdefghij '.charAt(i % 11) : 'Backspace')
    await allDrawn(page)
  }
  const times = await frameTimes(page)
  await page.keyboard.press('Escape')
  return times
}

async function ticking(page: Page, boxes: string): Promise<number[]> {
  await watchFrames(page, 'click')
  for (let i = 1; i < 21; i++) {
    await page
      .locator(boxes)
      .nth(1 + (i % 8))
      .click()
    await allDrawn(page)
  }
  return frameTimes(page)
}

async function scrolling(page: Page): Promise<number[]> {
  await page.mouse.move(700, 500)
  await watchFrames(page, 'scroll')
  for (let i = 0; i < 40; i++) {
    await page.mouse.wheel(0, 900)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
  return frameTimes(page)
}
