import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { build } from 'vite'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { longList } from '../support/long-list.ts'
import { type Exchange, type Proxy, startProxy } from '../support/proxy.ts'
import { at, middle } from './figures.ts'
import { thousandEdits } from './sync/edits.ts'
import type { Engine } from './sync/page.ts'
import { tickAndLook, watchTicks } from './sync/ticks.ts'

/**
 * Compares the sync engine with the minimum possible. The real app and worker in a real Chromium with the
 * real server take turns with one plain request to a bare server. Prints the figures and asserts nothing.
 */
declare global {
  // set by sync/page.ts
  var benchEngine: Engine
}

const rounds = Number(process.argv[2] ?? 5)
const password = 'a long walk home'
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

interface Ratio {
  ours: number[]
  bound: number[]
}
const none = (): Ratio => ({ ours: [], bound: [] })

async function engineCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'sync/page.ts'), formats: ['iife'], name: 'bench' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

async function startBare(): Promise<{ port: number; stop: () => unknown }> {
  const child = fork(join(import.meta.dirname, 'sync/bare.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((ready, failed) => {
    child.once('message', (message) => ready(Number(message)))
    child.once('exit', () => failed(new Error('the bare server ended')))
  })
  return { port, stop: () => child.connected && child.disconnect() }
}

async function openList(page: Page, list: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(`/app/details/${list}`)
  await page.getByRole('combobox', { name: 'Name: Product 3', exact: true }).waitFor()
  await page.getByRole('button', { name: /Saved/ }).waitFor()
}

function passed(proxy: Proxy, line: RegExp): { roundTrips: number; bytes: number; each: Exchange[] } {
  const each = proxy.exchanges.filter((exchange) => line.test(exchange.line))
  return { roundTrips: each.length, bytes: each.reduce((sum, { up, down }) => sum + up + down, 0), each }
}

const delays = [0, 50]
const pushes = new Map(delays.map((delay) => [delay, none()]))
const pulls = new Map(delays.map((delay) => [delay, { ...none(), stored: [] as number[] }]))
const pushBytes = none()
const pullBytes = none()
const roundTrips: number[] = []
const sizes: { values: number; disk: number }[] = []
const full: number[] = []
const others: string[] = []
let left = 0

/** A thousand edits made offline, sent once online; and the same operations in one plain request. */
async function push(app: App, proxy: Proxy, device: Device, code: string, user: User): Promise<string> {
  const { page } = device
  let list = ''
  for (const delay of delays) {
    proxy.delay = 0
    list = await longList(app, user.token, 200)
    await openList(page, list)
    await page.evaluate(code)
    await page.evaluate((id) => benchEngine.open(id), user.id)
    const rows = await page.evaluate((list) => benchEngine.rows(list), list)
    await page.evaluate(([path, body]) => benchEngine.plain('POST', path, body), [
      `/bare/${list}/rows`,
      JSON.stringify(rows),
    ] as const)
    await device.airplane(true)
    const edits = thousandEdits(rows)
    for (const part of [edits.slice(0, 1), edits.slice(1, 10), edits.slice(10, -6)])
      await page.evaluate(([list, part]) => benchEngine.edit(list, part), [list, part] as const)
    for (const one of edits.slice(-6)) {
      const ms = await page.evaluate(
        async ([list, one]) => {
          const start = performance.now()
          await benchEngine.edit(list, [one])
          return performance.now() - start
        },
        [list, one] as const,
      )
      full.push(ms)
    }
    const body = await page.evaluate((list) => benchEngine.body(list), list)
    const count = (JSON.parse(body) as { ops: unknown[] }).ops.length
    if (count !== 1_000) throw new Error(`${count} operations`)
    // The screen has drawn them all, and the page has no work left.
    await page.getByRole('button', { name: /1,000|1000/ }).waitFor()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))

    proxy.delay = delay
    const ratio = pushes.get(delay) ?? none()
    const bound = async () => {
      await device.airplane(false)
      proxy.exchanges.length = 0
      ratio.bound.push(
        await page.evaluate(([path, body]) => benchEngine.plain('POST', path, body), [
          `/bare/${list}/push`,
          body,
        ] as const),
      )
      pushBytes.bound.push(passed(proxy, /\/push$/).bytes)
    }
    const ours = async () => {
      proxy.exchanges.length = 0
      const sent = page.evaluate((list) => benchEngine.untilSent(list), list)
      await page.evaluate(() => undefined)
      await device.airplane(false)
      ratio.ours.push(await sent)
      const seen = passed(proxy, /\/sync$/)
      pushBytes.ours.push(seen.bytes)
      roundTrips.push(seen.roundTrips)
      others.splice(0, others.length, ...proxy.exchanges.map(({ line, up, down }) => `${line} ${up}+${down}`))
    }
    await ours()
    await page.getByRole('button', { name: /Saved/ }).waitFor()
    await bound()
    left = (await page.evaluate((list) => benchEngine.rows(list), list)).length
    sizes.push(await page.evaluate((list) => benchEngine.size(list), list))
  }
  return list
}

/** Pulls the list to a device that has never seen it, and the same rows by one plain request. */
async function pull(proxy: Proxy, page: Page, list: string, round: number): Promise<void> {
  for (const delay of delays) {
    proxy.delay = delay
    const ratio = pulls.get(delay)
    const bound = async () => {
      proxy.exchanges.length = 0
      ratio?.bound.push(await page.evaluate((path) => benchEngine.plain('GET', path), `/bare/${list}/rows`))
      pullBytes.bound.push(passed(proxy, /\/rows$/).bytes)
    }
    const ours = async () => {
      proxy.exchanges.length = 0
      const { stored, read } = await page.evaluate((list) => benchEngine.pull(list), list)
      ratio?.ours.push(read)
      ratio?.stored.push(stored)
      pullBytes.ours.push(passed(proxy, /\/sync$/).bytes)
      await page.evaluate((list) => benchEngine.forget(list), list)
    }
    for (const run of round % 2 === 0 ? [bound, ours] : [ours, bound]) await run()
  }
}

interface User {
  id: string
  token: string
}

async function userOf(app: App, email: string): Promise<User> {
  const { access_token, user_id } = await app.call<{ access_token: string; user_id: string }>(
    'POST',
    '/oauth/v2/token',
    {
      grant_type: 'password',
      client_id: 'web',
      client_secret: 'public',
      username: email,
      password,
    },
  )
  return { id: user_id, token: access_token }
}

const line = (what: string, figure: string, target: string) =>
  process.stdout.write(`${what.padEnd(58)} ${figure.padEnd(46)} ${target}\n`)
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
const kib = (value: number) => `${(value / 1024).toFixed(1)} KiB`

function ratios(what: string, { ours, bound }: Ratio, unit: (value: number) => string, target: string): void {
  const each = ours.map((value, i) => value / (bound[i] ?? value))
  line(what, `${unit(middle(ours))} to ${unit(middle(bound))}: ${middle(each).toFixed(2)} ×`, target)
}

const app = await App.start()
const bare = await startBare()
const port = Number(new URL(app.url).port)
const proxy = await startProxy((path) => (path.startsWith('/bare/') ? bare.port : port))
const here = new Device(proxy.url, 'desktop')
const there = new Device(proxy.url, 'desktop')
const fresh = new Device(proxy.url, 'desktop')
try {
  const code = await engineCode()
  await app.member('anna@example.org', password)
  await app.member('ben@example.org', password)
  const anna = await userOf(app, 'anna@example.org')
  const page = await here.open()
  await page.addInitScript(watchTicks)
  await logIn(page, 'anna@example.org', password)
  const other = await fresh.open()
  await other.goto('/healthz')
  await other.evaluate(code)
  await other.evaluate(async ({ id, token }) => {
    const session = { userId: id, email: '', accessToken: token, expiresAt: Date.now() + 3_600_000 }
    await benchEngine.signIn({ ...session, remember: false })
    benchEngine.open(id)
  }, anna)
  for (let round = -1; round < rounds; round++) {
    const list = await push(app, proxy, here, code, anna)
    const rows = await page.evaluate((list) => benchEngine.rows(list), list)

    await other.evaluate(([path, body]) => benchEngine.plain('POST', path, body), [
      `/bare/${list}/rows`,
      JSON.stringify(rows),
    ] as const)

    for (let i = 0; i < 3; i++) await pull(proxy, other, list, i)
    if (round === -1) forgetFigures()
  }
  process.stdout.write(`\n${rounds} rounds, medians; each compared with the bound measured beside it\n`)
  line(`1 000 edits made offline, ${left} products then`, 'ours to bound', 'target')
  ratios('  sent and stored, on loopback', pushes.get(0) ?? none(), ms, '≤ 2.5 ×')
  ratios('  sent and stored, round trip 100 ms', pushes.get(50) ?? none(), ms, '≤ 1.3 ×')
  ratios('  bytes both ways, with heads', pushBytes, kib, '≤ 0.4 ×')
  line('  round trips', `${middle(roundTrips)} (at most ${Math.max(...roundTrips)})`, '1')
  line('  on the device afterwards, as JSON', kib(middle(sizes.map(({ values }) => values))), '≤ 200 KiB')
  line(
    '  one more edit with 995 waiting, until durable',
    `p50 ${ms(at(full, 0.5))}, p95 ${ms(at(full, 0.95))}`,
    '',
  )
  line('A fresh pull of that list', 'ours to bound', 'target')
  for (const [delay, { ours, bound, stored }] of pulls) {
    const where = delay === 0 ? 'on loopback' : `round trip ${2 * delay} ms`
    ratios(`  answer read, ${where}`, { ours, bound }, ms, delay === 0 ? '' : '≤ 1.05 ×')
    ratios(`  all stored on the device, ${where}`, { ours: stored, bound }, ms, '')
  }
  ratios('  bytes both ways, with heads', pullBytes, kib, '≤ 0.3 ×')
  process.stdout.write(`Everything that passed at the last going online:\n  ${others.join('\n  ')}\n`)
  proxy.delay = 0
  const list = await longList(app, anna.token, 200)
  await app.call(
    'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=ben@example.org`,
    undefined,
    anna.token,
  )
  const mayEdit = 'email_address=ben@example.org&permission=edit'
  await app.call('PUT', `/api/v3/shared_list/${list}?${mayEdit}`, undefined, anna.token)
  const bens = await there.open()
  await logIn(bens, 'ben@example.org', password)
  await openList(bens, list)
  await openList(page, list)
  await page.getByRole('checkbox', { name: 'Bought: Product 1', exact: true }).waitFor()
  await tickAndLook(page, bens, 20)
  const { durable, seen } = await tickAndLook(page, bens, 200)

  line('A tick', '', 'target')
  line('  pointer to durable', `p50 ${ms(at(durable, 0.5))}, p95 ${ms(at(durable, 0.95))}`, 'p95 ≤ 15 ms')
  line(
    "  pointer to a member's screen",
    `p50 ${ms(at(seen, 0.5))}, p95 ${ms(at(seen, 0.95))}`,
    'p95 ≤ 150 ms',
  )
} finally {
  for (const device of [here, there, fresh]) await device.dispose()
  proxy.close()
  bare.stop()
  await app.stop()
}

/** Drops the figures of the first round, which is the warm-up. */
function forgetFigures(): void {
  for (const ratio of [...pushes.values(), pushBytes, pullBytes]) ratio.ours.length = ratio.bound.length = 0
  for (const ratio of pulls.values()) ratio.ours.length = ratio.bound.length = ratio.stored.length = 0
  roundTrips.length = sizes.length = full.length = 0
}
