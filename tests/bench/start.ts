import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { furnish } from '../support/screens/house.ts'
import { line, middle } from './figures.ts'
import type { Line } from './line.ts'
import { type Bare, startBare } from './opening/bare.ts'
import { forgetApp, type Goal, open, type Opening } from './opening/open.ts'
import type { Profile } from './opening/profiles.ts'

const password = 'a long walk home'
const kefir = 'input[type="checkbox"][aria-label*="Kefir"]'

const visits = ['first visit', 'second visit', 'installed', 'offline'] as const
type Visit = (typeof visits)[number]
type Figure = keyof Opening

const figures: Record<Figure, string> = {
  fcp: 'first contentful paint',
  lcp: 'largest contentful paint',
  there: 'there',
  acts: 'a press has its effect',
  blocked: 'blocked (TBT)',
}

const targets: Record<string, Partial<Record<Figure, number>>> = {
  'slow, first visit, log-in': { fcp: 900, lcp: 2_200 },
  'slow, first visit, a list': { acts: 2_600 },
  'slow, second visit, a list': { acts: 1_000 },
  'slow, installed, a list': { acts: 1_000 },
  'fast, offline, a list': { acts: 500 },
}

/** Every figure of ours and of the bare page, by profile, visit and page. */
type Figures = Map<string, { ours: Opening[]; bound: Opening[] }>

/** How soon the app is painted and answers a press, beside a bare page that holds the same to press. */
export async function startLines(rounds = 3): Promise<Line[]> {
  const app = await App.start()
  const bare = await startBare()
  const all: Figures = new Map()
  try {
    const house = await furnish(app, 'en', password)
    for (let round = 0; round < rounds; round++)
      for (const profile of ['fast', 'slow'] as const) {
        const bound = () => ofBare(app, bare, profile, all)
        const ours = () => ofApp(app, house, profile, all)
        for (const run of round % 2 === 0 ? [ours, bound] : [bound, ours]) await run()
      }
  } finally {
    bare.close()
    await app.stop()
  }
  return [...all].flatMap(([where, { ours, bound }]) =>
    (Object.keys(figures) as Figure[]).map((figure) => {
      const of = (some: readonly Opening[]) => middle(some.map((one) => one[figure]))
      const page = where.split(', ').at(-1)
      const group = where.slice(0, where.lastIndexOf(', '))
      const most = targets[where]?.[figure]
      return line(`Start, ${group}`, `${page}: ${figures[figure]}`, 'ms', of(ours), {
        bound: of(bound),
        most,
      })
    }),
  )
}

function note(all: Figures, where: [Profile, Visit, string], whose: 'ours' | 'bound', one: Opening): void {
  const key = where.join(', ')
  const known = all.get(key) ?? { ours: [], bound: [] }
  known[whose].push(one)
  all.set(key, known)
}

async function ofApp(
  { url }: App,
  { email, list }: { email: string; list: string },
  profile: Profile,
  all: Figures,
): Promise<void> {
  const device = new Device(url, 'phone', { locale: 'en-GB' })
  const goal: Goal = { path: `/app/details/${list}`, wanted: kefir }
  try {
    let page = await device.open()
    const form = await open(device, { path: '/auth/login', wanted: 'input[type="email"]' }, profile)
    note(all, [profile, 'first visit', 'log-in'], 'ours', form)
    await logIn(page, email, password)
    for (const visit of visits) {
      if (visit === 'first visit') {
        await page.goto('/about-us')
        await forgetApp(page)
        // The forgotten worker lives on as long as a page that it answered is open, and the new one waits for its end.
        await page.goto('about:blank')
      }
      if (visit === 'installed' || visit === 'offline') {
        await device.close()
        page = await device.open(visit === 'offline')
      }
      note(all, [profile, visit, 'a list'], 'ours', await open(device, goal, profile))
      if (visit === 'offline') continue
      await page.goto(goal.path)
      await page.getByRole('button', { name: /Saved/ }).waitFor()
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.goto('/about-us')
    }
  } finally {
    await device.dispose()
  }
}

async function ofBare({ url }: App, bare: Bare, profile: Profile, all: Figures): Promise<void> {
  const device = new Device(url, 'phone', { locale: 'en-GB' })
  const goal: Goal = { path: `${bare.url}/rows/4`, wanted: 'input[type="checkbox"]' }
  try {
    let page = await device.open()
    const form = await open(device, { path: `${bare.url}/form`, wanted: 'input[type="email"]' }, profile)
    note(all, [profile, 'first visit', 'log-in'], 'bound', form)
    for (const visit of visits) {
      if (visit === 'installed' || visit === 'offline') {
        await device.close()
        page = await device.open(visit === 'offline')
      }
      note(all, [profile, visit, 'a list'], 'bound', await open(device, goal, profile))
      if (visit === 'offline') continue
      await page.goto(goal.path)
      await page.waitForFunction(() => 'isKept' in window)
      await page.goto('about:blank')
    }
  } finally {
    await device.dispose()
  }
}
