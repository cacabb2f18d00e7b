import type { Locator, Page } from 'playwright'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'

// A script has no thumb: the times are the app's alone.
readCommand({
  name: 'bench:taps',
  purpose:
    'Prints how many taps what people do daily takes on a phone, and the time until the screen shows it.',
})
const password = 'a long walk home'
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

let taps = 0
async function tap(target: Locator): Promise<void> {
  taps++
  await target.tap()
}

async function measured(what: string, run: () => Promise<void>, shown: () => Locator): Promise<void> {
  taps = 0
  const start = performance.now()
  await run()
  await shown().first().waitFor({ state: 'attached' })
  const ms = Math.round(performance.now() - start)
  process.stdout.write(`${what}: ${taps} tap${taps === 1 ? '' : 's'}, ${ms} ms\n`)
}

/** What the journeys need: Anna's lists, two of them shared with Tomek, one archived. */
async function seeded(app: App, token: string, partner: string): Promise<string> {
  const make = async (name: string, products: object[]) => {
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)
    for (const product of products) await app.call('POST', `/api/v3/list/${id}/product`, product, token)
    return id
  }
  const names = ['Milk', 'Bread', 'Butter', 'Eggs', 'Tea']
  const last = await make(
    'Last week',
    [...names, 'Saffron'].map((productName) => ({ productName })),
  )
  const who = { _list_id: last, _email_address: 'tomek@example.org', permission: 'edit' }
  await app.call('POST', '/api/v3/list/share', who, token)
  await app.call('PUT', `/api/v3/list/${last}/accepted`, undefined, partner)
  await app.call('PUT', `/api/v3/list/${last}/archivize`, undefined, token)
  await make('The week before', [{ productName: 'Saffron' }])
  for (let i = 0; i < 37; i++) await make(`List ${i}`, [{ productName: i === 31 ? 'Caviar' : `Thing ${i}` }])
  return make(
    'This week',
    names.map((productName) => ({ productName })),
  )
}

/** The ten tasks of every day, each from where it begins. */
async function journeys(page: Page, list: string): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = page.getByRole('combobox', { name: 'New product: name' })
  const row = (name: string) => page.getByRole('checkbox', { name: `Bought: ${name}` })
  const bought = (name: string, on: boolean) => page.getByRole('checkbox', { name, checked: on })
  const open = async (path: string) => {
    await page.goto(path)
    await page.getByRole('button', { name: /Saved/ }).waitFor()
  }

  await tap(field)
  await measured(
    'add a usual, with the field open',
    () => tap(button('Add: Saffron')),
    () => row('Saffron'),
  )
  await measured(
    'add a new word with quantity and price',
    async () => {
      await tap(field)
      await page.keyboard.insertText('Quinoa 2 kg 7.99 zł')
      await tap(button('Add the product'))
    },
    () => row('Quinoa'),
  )
  await open(list)
  await measured(
    'change a quantity from 1 to 2',
    async () => {
      await tap(button('Edit: Milk'))
      await tap(button('More: Milk'))
    },
    // The line above the field follows once the presses are saved as one edit.
    () => page.locator('input[data-field="quantity"][value="2"]'),
  )
  await open(list)
  await measured(
    'tick',
    () => tap(row('Bread')),
    () => bought('Bought: Bread', true),
  )
  await measured(
    'undo',
    () => tap(row('Bread')),
    () => bought('Bought: Bread', false),
  )
  await measured(
    'see what is left and the total',
    () => Promise.resolve(),
    () => page.getByText('0 of 7 bought'),
  )
  await button('Shopping mode').tap()
  await page.getByText('7 left').waitFor()
  await measured(
    'add while shopping',
    async () => {
      await tap(field)
      await page.keyboard.insertText('Batteries')
      await tap(button('Add the product'))
    },
    () => bought('Batteries', false),
  )
  await open('/app')
  await button('New list').tap()
  await button('Share with tomek, can edit').waitFor()
  await measured(
    'share with the partner',
    () => tap(button('Share with tomek, can edit')),
    () => page.getByText('Shared with tomek'),
  )
  await open('/app')
  await measured(
    'last week again',
    async () => {
      await tap(page.getByRole('link', { name: 'Archive' }))
      await tap(button('Shop again: Last week'))
    },
    () => row('Saffron'),
  )
  await open('/app')
  await measured(
    'find a product among 40 lists',
    async () => {
      await tap(page.getByRole('searchbox', { name: 'Search lists and products' }))
      await page.keyboard.type('cav')
      await tap(page.getByRole('link', { name: 'List 31' }))
    },
    () => row('Caviar'),
  )
  const isInSight = await row('Caviar').evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
  process.stdout.write(`  it is ${isInSight ? '' : 'not '}in sight\n`)
}

const app = await App.start()
const device = new Device(app.url, 'phone', { reducedMotion: 'reduce' })
try {
  const token = await app.member('anna@example.org', password)
  const partner = await app.member('tomek@example.org', password)
  const list = await seeded(app, token, partner)
  const page = await device.open()
  await logIn(page, 'anna@example.org', password)
  await page.goto(`/app/details/${list}`)
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  await journeys(page, `/app/details/${list}`)
} finally {
  await device.dispose()
  await app.stop()
}
