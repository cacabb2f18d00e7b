import type { Page } from 'playwright'

declare global {
  interface Window {
    benchTimes: number[]
    /** events whose frame is not drawn yet */
    benchWaiting: number
    benchStop?: AbortController
  }
}

/** Makes the page record how long each event of this kind takes until the next frame is drawn. */
export async function watchFrames(page: Page, event: 'keydown' | 'click' | 'scroll'): Promise<void> {
  await page.evaluate((event) => {
    window.benchTimes = []
    window.benchWaiting = 0
    window.benchStop?.abort()
    window.benchStop = new AbortController()
    const drawn = new MessageChannel()
    const begun: number[] = []
    drawn.port1.addEventListener('message', () => {
      const start = begun.shift()
      if (start === undefined) return
      window.benchTimes.push(performance.now() - start)
      window.benchWaiting--
    })
    drawn.port1.start()
    addEventListener(
      event,
      ({ timeStamp }) => {
        window.benchWaiting++
        // The message arrives after the frame's scripts, style, layout and paint.
        requestAnimationFrame(() => {
          begun.push(timeStamp)
          drawn.port2.postMessage(null)
        })
      },
      { capture: true, passive: true, signal: window.benchStop.signal },
    )
  }, event)
}

/**
 * Waits until all input so far is drawn: a person presses the next key after that, not in the same frame.
 */
export async function allDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (window.benchWaiting > 0) await new Promise((later) => setTimeout(later, 2))
  })
}

export async function frameTimes(page: Page): Promise<number[]> {
  await allDrawn(page)
  return page.evaluate(() => window.benchTimes)
}
