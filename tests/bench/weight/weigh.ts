import type { Page, Request } from 'playwright'

export interface Weight {
  /** bytes on the wire, in brotli where it is text */
  scripts: number
  styles: number
  rest: number
  /** bytes of all the answers' heads as HTTP/1.1 sends them; HTTP/2 sends what repeats itself once */
  heads: number
  /** what the page asked for until it was usable */
  requests: Request[]
  /** manifest and icons: the browser asks for these itself, on every page */
  byItself: Request[]
  /** style sheets that the first paint waited for */
  blocking: number
}

const browsersOwn = /^\/(manifest\.webmanifest|favicon\.svg|icons\/)/

/** Counts what is asked for while `open` runs. Prefetching in idle time is held back: no page needs it. */
export async function weigh(page: Page, open: () => Promise<void>): Promise<Weight> {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.clearBrowserCache')
  const asked: Request[] = []
  const note = (request: Request) => {
    if (request.url().startsWith('http')) asked.push(request)
  }
  page.on('request', note)
  await open()
  page.off('request', note)
  // The browser asks for these after the page; they are in nobody's way.
  const ofBrowser = (request: Request) => browsersOwn.test(new URL(request.url()).pathname)
  const [byItself, own] = [asked.filter(ofBrowser), asked.filter((request) => !ofBrowser(request))]
  // A style sheet that was preloaded is asked for a second time when it is used.
  const passed = (await Promise.all(own.map(received))).filter((answer) => answer !== null)
  const sum = (isIt: (kind: string) => boolean) =>
    passed.reduce((all, { request, body }) => all + (isIt(request.resourceType()) ? body : 0), 0)
  const blocking = await page.evaluate(
    () =>
      (
        performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
          renderBlockingStatus: string
        })[]
      )
        .filter(({ name }) => name.includes('.css'))
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
  )
  return {
    scripts: sum((kind) => kind === 'script'),
    styles: sum((kind) => kind === 'stylesheet'),
    rest: sum((kind) => kind !== 'script' && kind !== 'stylesheet'),
    heads: passed.reduce((all, { head }) => all + head, 0),
    requests: passed.map(({ request }) => request),
    byItself,
    blocking,
  }
}

interface Received {
  request: Request
  /** bytes */
  body: number
  head: number
}

/** Null: taken from the browser's cache. An event stream never ends: what it sent is not counted. */
async function received(request: Request): Promise<Received | null> {
  const isStream = request.url().endsWith('/events')
  if (isStream || !(await request.response())) return { request, body: 0, head: 0 }
  const { responseBodySize: body, responseHeadersSize: head } = await request.sizes()
  // Its head counts, though it did not pass: less than nothing is left for the body.
  return body < 0 ? null : { request, body, head }
}
