import { brotliCompressSync, gzipSync } from 'node:zlib'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { middle } from './figures.ts'
import { fill, shopping } from './lists/fill.ts'
import { makeAndSend, overviewOf, type Push } from './lists/measure.ts'

const {
  positionals: [given = '5'],
  wholeNumber,
} = readCommand({
  name: 'bench:lists',
  purpose:
    'Prints the calls and bytes of a list of 50 products that was made offline, and of the overview of 200 lists on a new device.',
  takes: '[rounds]',
  examples: { '': 'medians of 5', '9': 'medians of 9' },
})
const rounds = wholeNumber(given, 'rounds')
const password = 'a long walk home'
const maker = 'anna@example.org'
const keeper = 'ben@example.org'
const manyLists = 200
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

const line = (what: string, figure: string, target = '') =>
  process.stdout.write(`${what.padEnd(52)} ${figure.padEnd(40)} ${target}\n`)
const kb = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`
const ms = (value: number) => `${Math.round(value)} ms`

async function pushed(proxy: Proxy, device: Device): Promise<void> {
  const all: Awaited<ReturnType<typeof makeAndSend>>[] = []
  for (let round = 0; round < rounds; round++) all.push(await makeAndSend(proxy, device))
  const of = (key: keyof Push) => middle(all.map(({ push }) => push[key]))
  line(`A list of ${shopping.length} products made offline`, `median of ${rounds}`, 'target')
  line('  calls with operations', `${of('calls')} (${of('operations')} operations)`, '1')
  line('  calls that only ask, until all is saved', String(middle(all.map(({ asked }) => asked))))
  line('  bytes up, heads included', kb(of('up')), '< 6 kB')
  line('  bytes down, heads included', kb(of('down')))
  line('  from the network until saved', ms(of('ms')))
  const body = all.at(-1)?.body ?? ''
  const [gzip, brotli] = [gzipSync(body).length, brotliCompressSync(body).length]
  line('  the body alone', `JSON ${kb(of('json'))}, gzip ${kb(gzip)}, brotli ${kb(brotli)}`)
}

async function pulled(proxy: Proxy): Promise<void> {
  const all: Awaited<ReturnType<typeof overviewOf>>[] = []
  for (let round = 0; round < rounds; round++) all.push(await overviewOf(proxy, keeper, password, manyLists))
  const of = (figure: (one: (typeof all)[number]) => number) => middle(all.map(figure))
  line(`The overview of ${manyLists} lists on a new device`, `median of ${rounds}`)
  line('  calls', String(of(({ lists }) => lists.calls)))
  line(
    '  bytes up and down, heads included',
    `${kb(of((one) => one.lists.up))} + ${kb(of((one) => one.lists.down))}`,
  )
  line('  from the first call until the last answer', ms(of(({ times }) => times.answered)))
  line('  until all cards are on the screen', ms(of(({ times }) => times.drawn)))
  line(
    '  asked again, nothing new',
    `${of(({ again }) => again.calls)} calls, ${kb(of(({ again }) => again.up + again.down))}`,
  )
  line('The products of these lists, one call a list', '')
  line('  calls', String(of(({ products }) => products.calls)))
  line(
    '  bytes up and down, heads included',
    `${kb(of((one) => one.products.up))} + ${kb(of((one) => one.products.down))}`,
  )
  line('  from the log-in until the last answer', ms(of(({ products }) => products.ms)))
}

const app = await App.start()
const proxy = await startProxy(() => Number(new URL(app.url).port))
const device = new Device(proxy.url, 'desktop')
try {
  await app.member(maker, password)
  const page = await device.open()
  await logIn(page, maker, password)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await pushed(proxy, device)
  await fill(app, await app.member(keeper, password), manyLists)
  await pulled(proxy)
} finally {
  await device.dispose()
  proxy.close()
  await app.stop()
}
