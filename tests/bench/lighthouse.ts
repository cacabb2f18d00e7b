import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { furnish } from '../support/screens/house.ts'
import { middle } from './figures.ts'
import type { Line } from './line.ts'
import { hasLighthouse, judge, type Report } from './lighthouse/tool.ts'

const password = 'a long walk home'
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof targets
const categories = Object.keys(targets) as Category[]

interface Stop {
  page: string
  path: string
  isMember?: true
  isKnown?: true
}

const scoreOf = (report: Report, category: Category) =>
  Math.round((report.categories[category]?.score ?? 0) * 100)

/** Lighthouse's judgement of four pages, and what costs them points. */
export async function lighthouseLines(): Promise<Line[]> {
  if (!hasLighthouse()) {
    process.stdout.write('NOT MEASURED with Lighthouse, which could not be installed: is there a network?\n')
    return []
  }
  const app = await App.start()
  try {
    const house = await furnish(app, 'en', password)
    const list = { path: `/app/details/${house.list}`, isMember: true } as const
    const overview = { path: '/app', isMember: true } as const
    const template = house.guest.find(({ name }) => name === 'public-list')
    const stops: Stop[] = [
      { page: 'log-in', path: '/auth/login' },
      { page: 'public list', path: template?.path ?? '' },
      { page: 'overview, first visit', ...overview },
      { page: 'overview, worker there', ...overview, isKnown: true },
      { page: 'a list, first visit', ...list },
      { page: 'a list, worker there', ...list, isKnown: true },
    ]
    const lines: Line[] = []
    for (const stop of stops) {
      const reports = [await visit(app, house.email, stop)]
      // One run alone may have had bad luck.
      if (scoreOf(reports[0] as Report, 'performance') < targets.performance)
        for (let more = 0; more < 2; more++) reports.push(await visit(app, house.email, stop))
      lines.push(...linesOf(stop.page, reports))
    }
    return lines
  } finally {
    await app.stop()
  }
}

async function visit({ url }: App, email: string, { path, isMember, isKnown }: Stop): Promise<Report> {
  const device = new Device(url, 'phone')
  try {
    const page = await device.open()
    if (isMember) {
      await logIn(page, email, password)
      await page.goto(path)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    }
    await device.close()
    return await judge(url + path, device.folder, isKnown ?? false)
  } finally {
    await device.dispose()
  }
}

function linesOf(page: string, reports: readonly Report[]): Line[] {
  const group = `Lighthouse, ${page}`
  const scores = categories.map((category) => {
    const score = middle(reports.map((report) => scoreOf(report, category)))
    const [least, met] = [targets[category], score >= targets[category]]
    const target = least === 100 ? '100' : `≥ ${least}`
    return { group, what: category, ours: String(score), bound: '', ratio: '', target, met }
  })
  const [shown] = reports.filter((report) => scoreOf(report, 'performance') === Number(scores[0]?.ours))
  const losses = Object.entries(shown?.categories ?? {}).flatMap(([category, { auditRefs }]) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title = id, displayValue = '' } = shown?.audits[id] ?? {}
      const lost = weight * (1 - (score ?? 1))
      if (lost < 0.5 && (category === 'performance' || score !== 0)) return []
      const what = `${category} loses ${lost.toFixed(0)} points by: ${title}`
      return [{ group, what, ours: displayValue, bound: '', ratio: '', target: '', met: null }]
    }),
  )
  return [...scores, ...losses]
}
