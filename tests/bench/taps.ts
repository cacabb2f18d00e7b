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

async function seeded(app: App, token: string): Promise<string> {
  const make = async (name: string, products: object[]) => {
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)
    for (const product of products) await app.call('POST', `/api/v3/list/${id}/product`, product, token)
    return id
  }
  const names = ['Milk', 'Bread', 'Butter', 'Eggs', 'Tea']
  await make(
    'Last week',
    [...names, 'Saffron'].map((productName) => ({ productName })),
  )
  await make('The week before', [{ productName: 'Saffron' }])
  for (let i = 0; i < 57; i++) await make(`List ${i}`, [{ productName: i === 31 ? 'Caviar' : `Thing ${i}` }])
  return make(
    'This week',
    names.map((productName) => ({ productName })),
  )
}

async function journeys(page: Page, list: string): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = page.getByRole('combobox', { name: 'New product: name' })
  const row = (name: string) => page.getByRole('checkbox', { name: `Bought: ${name}` })
  const bought = (name: string, on: boolean) => page.getByRole('checkbox', { name, checked: on })

  await measured(
    'add a usual',
    () => tap(button('Add: Saffron')),
    () => row('Saffron'),
  )
  await measured(
    'add a new word',
    async () => {
      await tap(field)
      await page.keyboard.insertText('Quinoa')
      await tap(button('Add the product'))
    },
    () => row('Quinoa'),
  )
  await measured(
    'change a quantity from 1 to 3',
    async () => {
      await tap(button('Edit: Milk'))
      for (let i = 0; i < 2; i++) await tap(button('More: Milk'))
    },
    // The line above the field follows once the presses are saved as one edit.
    () => page.locator('input[data-field="quantity"][value="3"]'),
  )
  await measured(
    'tick',
    () => tap(row('Bread')),
    () => bought('Bought: Bread', true),
  )
  await measured(
    'untick',
    () => tap(row('Bread')),
    () => bought('Bought: Bread', false),
  )
  await measured(
    'undo',
    () => tap(button('Undo').first()),
    () => bought('Bought: Bread', true),
  )
  await measured(
    'see what is left',
    () => tap(button('Shopping mode')),
    () => page.getByText('6 left'),
  )
  await measured(
    'add while shopping',
    async () => {
      await tap(field)
      await page.keyboard.insertText('Batteries')
      await tap(button('Add the product'))
    },
    () => bought('Batteries', false),
  )
  await measured(
    'tick while shopping',
    () => tap(bought('Butter', false)),
    () => bought('Butter', true),
  )
  await measured(
    'share with somebody who has no account',
    async () => {
      await tap(button('Sharing'))
      await tap(button('Copy an invitation link'))
    },
    () => page.getByText('Link for one person'),
  )
  await page.goto(list)
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  await measured(
    'share with somebody who has an account',
    async () => {
      await tap(button('Sharing'))
      await tap(page.getByLabel('Person’s email'))
      await page.keyboard.insertText('partner@example.org')
      await tap(button('Share'))
    },
    () => page.getByRole('combobox', { name: /^Permission for/ }),
  )
  await page.goto('/app')
  const search = page.getByRole('searchbox', { name: 'Search lists and products' })
  await search.waitFor()
  await measured(
    'find a product among 60 lists',
    async () => {
      await tap(search)
      await page.keyboard.type('cav')
      await tap(page.getByRole('link', { name: 'List 31' }))
    },
    () => row('Caviar'),
  )
}

const app = await App.start()
const device = new Device(app.url, 'phone', { reducedMotion: 'reduce' })
try {
  const token = await app.member('anna@example.org', password)
  await app.member('partner@example.org', password)
  const list = await seeded(app, token)
  const page = await device.open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, 'anna@example.org', password)
  await page.goto(`/app/details/${list}`)
  await page.getByRole('button', { name: 'Add: Saffron' }).waitFor()
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  await journeys(page, `/app/details/${list}`)
} finally {
  await device.dispose()
  await app.stop()
}
