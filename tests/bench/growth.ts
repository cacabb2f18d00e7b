import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { longList } from '../support/long-list.ts'
import { middle, said } from './figures.ts'
import type { Line } from './line.ts'
import { fill } from './lists/fill.ts'
import { forgetApp } from './opening/open.ts'
import { opened } from './rows/measure.ts'

const password = 'a long walk home'
const rounds = 3

/** A person, the page that is opened, and what must be on it. */
interface Size {
  email: string
  path: string
  wanted: string
}

interface Growth {
  page: string
  from: string
  to: string
  small: Size
  large: Size
}

/** How much longer a page takes with ten times as much, on a device that knows it and on a fresh one. */
export async function growthLines(): Promise<Line[]> {
  const app = await App.start()
  try {
    const lines: Line[] = []
    for (const { page, from, to, small, large } of await furnished(app)) {
      const [less, more] = [await times(app, small), await times(app, large)]
      for (const device of ['known', 'fresh'] as const) {
        const [a, b] = [middle(less[device]), middle(more[device])]
        lines.push({
          group: `${page}, ${device === 'known' ? 'on a device that has it' : 'on a fresh device'}`,
          what: `${from} → ${to}`,
          ours: said(b, 'ms'),
          bound: said(a, 'ms'),
          ratio: `${(b / a).toFixed(1)} ×`,
          target: '',
          met: null,
        })
      }
    }
    return lines.toSorted((a, b) => a.group.localeCompare(b.group))
  } finally {
    await app.stop()
  }
}

async function furnished(app: App): Promise<Growth[]> {
  const person = async (name: string) => {
    const email = `${name}@example.org`
    return { email, token: await app.member(email, password) }
  }
  const firstRow = '[data-row] input[aria-label="Name: Product 2"]'
  const products = async (count: number): Promise<Size> => {
    const { email, token } = await person(`products${count}`)
    return { email, path: `/app/details/${await longList(app, token, count)}`, wanted: firstRow }
  }
  const lists = async (count: number): Promise<Size> => {
    const { email, token } = await person(`lists${count}`)
    await fill(app, token, count)
    return { email, path: '/app', wanted: `main ul > li:nth-child(${count})` }
  }
  const others = Array.from({ length: 20 }, (_, i) => `member${i}@example.org`)
  const tokens: string[] = []
  for (const other of others) tokens.push(await app.member(other, password))
  const members = async (count: number): Promise<Size> => {
    const { email, token } = await person(`members${count}`)
    const list = await longList(app, token, 50)
    for (const [i, other] of others.slice(0, count).entries()) {
      await app.call('POST', `/api/v3/list/share?_list_id=${list}&_email_address=${other}`, undefined, token)
      const may = `email_address=${other}&permission=edit`
      await app.call('PUT', `/api/v3/shared_list/${list}?${may}`, undefined, token)
      await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, tokens[i])
    }
    return { email, path: `/app/details/${list}`, wanted: firstRow }
  }
  return [
    {
      page: 'A list',
      from: '500',
      to: '5 000 products',
      small: await products(500),
      large: await products(5_000),
    },
    { page: 'The overview', from: '20', to: '200 lists', small: await lists(20), large: await lists(200) },
    {
      page: 'A list of 50 products',
      from: '2',
      to: '20 members',
      small: await members(2),
      large: await members(20),
    },
  ]
}

/** Until the page is drawn with the last of what is waited for, by its own clock. */
async function times(
  { url }: App,
  { email, path, wanted }: Size,
): Promise<{ known: number[]; fresh: number[] }> {
  const device = new Device(url, 'desktop')
  try {
    const page = await device.open()
    await logIn(page, email, password)
    const [known, fresh]: [number[], number[]] = [[], []]
    for (let i = 0; i < rounds; i++) {
      await page.goto('/about-us')
      await forgetApp(page)
      fresh.push(await opened(page, path, wanted))
      await page.getByRole('button', { name: /Saved/ }).waitFor()
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      known.push(await opened(page, path, wanted))
    }
    return { known, fresh }
  } finally {
    await device.dispose()
  }
}
