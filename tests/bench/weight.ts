import type { Page, Request } from 'playwright'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { furnish, type House } from '../support/screens/house.ts'
import { budgets } from '../../scripts/budgets/limits.ts'
import { line } from './figures.ts'
import type { Line } from './line.ts'
import { precached } from './weight/precached.ts'
import { weigh } from './weight/weigh.ts'

const password = 'a long walk home'

interface Stop {
  page: string
  path: string
  isMember: boolean
  usable: (page: Page) => Promise<unknown>
}

/** What each page is opened for, and can be read or pressed. */
function stops({ list, guest, member }: House): Stop[] {
  const pathOf = (name: string) => [...guest, ...member].find((stop) => stop.name === name)?.path ?? ''
  const kefir = (page: Page) => page.getByText('Kefir').first().waitFor()
  const box = (page: Page) => page.getByRole('checkbox', { name: /Kefir/ }).waitFor()
  const form = (page: Page) => page.locator('button[type="submit"]').waitFor()
  const card = (page: Page) =>
    page
      .getByRole('link', { name: /Imieniny/ })
      .first()
      .waitFor()
  return [
    { page: 'log-in', path: '/auth/login', isMember: false, usable: form },
    { page: 'public list', path: pathOf('public-list'), isMember: false, usable: kefir },
    { page: 'read link', path: pathOf('read'), isMember: false, usable: kefir },
    { page: 'overview', path: '/app', isMember: true, usable: card },
    { page: 'a list', path: `/app/details/${list}`, isMember: true, usable: box },
    { page: 'a template', path: pathOf('template'), isMember: true, usable: kefir },
  ]
}

/** What the first visit to a page costs until the page is usable, and what the worker fetches afterwards. */
export async function weightLines(): Promise<Line[]> {
  const app = await App.start()
  try {
    const house = await furnish(app, 'en', password)
    const lines: Line[] = []
    for (const stop of stops(house)) lines.push(...(await linesOf(app, house, stop)))
    const { files, bytes } = await precached(app)
    return [
      ...lines,
      line('Weight, the worker', `precache: ${files} files`, 'KB', bytes, { most: budgets.precache }),
    ]
  } finally {
    await app.stop()
  }
}

/** On a device that has never seen the app, but may be signed in. */
async function linesOf({ url }: App, { email }: House, stop: Stop): Promise<Line[]> {
  const device = new Device(url, 'phone', { locale: 'en-GB', serviceWorkers: 'block' })
  try {
    const page = await device.open()
    if (stop.isMember) {
      await logIn(page, email, password)
      await page.goto('about:blank')
    }
    const { scripts, styles, rest, heads, requests, byItself, blocking } = await weigh(page, async () => {
      await page.goto(stop.path, { waitUntil: 'commit' })
      await stop.usable(page)
    })
    const group = `Weight, ${stop.page}`
    const budget = budgets.pages.find(({ page }) => page === stop.page)
    const files = requests.filter((request) => !isCall(request)).length
    return [
      line(group, 'scripts', 'KB', scripts, { most: budget?.scripts }),
      line(group, 'style sheets', 'KB', styles, { most: budget?.sheets }),
      line(group, 'the rest', 'KB', rest),
      line(group, 'heads of all these answers', 'KB', heads),
      line(group, `requests until usable without calls: ${said(requests)}`, '', files, {
        most: budget?.requests,
      }),
      line(group, `requests by the browser itself: ${said(byItself)}`, '', byItself.length),
      line(group, 'style sheets that block the first paint', '', blocking, { most: 0 }),
    ]
  } finally {
    await device.dispose()
  }
}

function isCall(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/')
}

/** Kinds with their count. */
function said(requests: readonly Request[]): string {
  const kinds = Map.groupBy(requests, (request) => {
    return isCall(request) ? 'call' : request.resourceType()
  })
  return [...kinds].map(([kind, some]) => `${some.length} ${kind}`).join(', ')
}
