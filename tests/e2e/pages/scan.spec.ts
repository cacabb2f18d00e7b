import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { filmOf } from '../../support/camera.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSaved } from '../steps.ts'

const code = '5901234123457'
const email = 'anna@example.org'
// Closing, opening and filming browsers takes its time on a busy machine.
test.describe.configure({ timeout: 120_000 })

interface OnServer {
  products: { productName: string; quantity: number; productStatus: boolean }[]
}

async function listOnServer(app: App, token: string, list: string) {
  const { products } = await app.call<OnServer>('GET', `/api/v3/list/${list}`, undefined, token)
  return products.map(({ productName, quantity, productStatus }) => [productName, quantity, productStatus])
}

/** Creates a list on the server and opens it in the browser. */
async function openNewList(app: App, token: string, page: Page): Promise<string> {
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'This week' }, token)
  await logIn(page, email, `/app/details/${id}`)
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeVisible()
  return id
}

async function openScanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Scan' }).click()
  await page.waitForURL('**/app/barcode?list=*')
}

async function typeCode(page: Page, digits: string): Promise<void> {
  await page.getByLabel('Or type in the digits').fill(digits)
  await page.getByRole('button', { name: 'Use' }).click()
}

test('SCAN-1 SCAN-2 ROUTE-20 a code before the camera is named once, then known, then ticked', async ({
  app,
  device,
}) => {
  const film = await filmOf(code)
  const token = await app.member(email, password)
  const phone = await device('phone', { args: film.args })
  await phone.context.addInitScript(() => {
    Reflect.deleteProperty(window, 'BarcodeDetector')
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  const running = () =>
    phone.page.evaluate(() => {
      const { tracks } = window as unknown as { tracks: MediaStreamTrack[] }
      return tracks.map(({ readyState }) => readyState)
    })
  const { page } = phone
  const list = await openNewList(app, token, page)

  await openScanner(page)
  await expect(page.getByRole('heading', { name: 'What is this?' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(`${code} has no name yet.`)).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Butter')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Remember and add' }).click()
  await expect(page.getByText('Added: Butter')).toBeVisible()
  await expect(page.getByText(code)).toBeVisible()
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText('Quantity: 3')).toBeVisible()
  // The packet was in view all the time: that counts as one scan.
  await expect(page.getByText('Added: Butter')).toBeVisible()
  expect(await running()).toEqual(['live'])
  await page.getByRole('link', { name: 'This week' }).click()
  await expect.poll(running).toEqual(['ended'])
  await isSaved(page)
  expect(await listOnServer(app, token, list)).toEqual([['Butter', 3, false]])
  await expect
    .poll(() => app.call('GET', `/api/v3/barcodes/${code}`, undefined, token).catch(() => null))
    .toMatchObject({ code, productName: 'Butter' })

  // The second scan finds the product on the list and adds nothing by itself.
  await openScanner(page)
  await expect(page.getByText('You already have 3 pcs. Make it 4 pcs?')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'This week' }).click()

  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await openScanner(page)
  await expect(page.getByText('What you scan is ticked off on the list.')).toBeVisible()
  await expect(page.getByText('In the basket: Butter')).toBeVisible({ timeout: 20_000 })
  await isSaved(page)
  await expect.poll(() => listOnServer(app, token, list)).toEqual([['Butter', 3, true]])
  film.remove()
})

test('SCAN-2 SCAN-3 typed codes work offline: named there, known from then on, sent with the connection', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const phone = await device('phone')
  const { page } = phone
  const list = await openNewList(app, token, page)
  await isSaved(page)
  await readyForOffline(page)
  await phone.airplane(true)
  await openScanner(page)

  await typeCode(page, '12')
  await expect(page.getByText('A barcode has 8, 12, 13 or 14 digits.')).toBeVisible()
  await typeCode(page, '5901234123458')
  await expect(page.getByText('These digits do not add up.')).toBeVisible()
  await expect(page.getByLabel('Or type in the digits')).toHaveValue('5901234123458')
  // A case of them says so by a digit before it.
  await typeCode(page, '1 590 1234 12345 4')
  await expect(page.getByText(`This device does not know ${code}.`)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Remember and add' }).click()
  await expect(page.getByText('Field is empty')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Oat milk')
  await page.getByRole('button', { name: 'Remember and add' }).click()
  await expect(page.getByText('Added: Oat milk')).toBeVisible()
  await typeCode(page, code)
  await expect(page.getByText('You already have 1 pcs. Make it 2 pcs?')).toBeVisible()
  await page.getByRole('button', { name: 'Make it 2 pcs' }).click()
  await expect(page.getByText('Added to what is there: Oat milk')).toBeVisible()

  // Closed and opened again on the way home: everything is still there.
  await phone.close()
  await app.kill()
  const again = await phone.open(true)
  await again.goto(`/app/barcode?list=${list}`)
  await typeCode(again, code)
  await expect(again.getByText('You already have 2 pcs. Make it 3 pcs?')).toBeVisible()
  await app.start()
  await phone.airplane(false)
  await isSaved(again)
  await expect.poll(() => listOnServer(app, token, list)).toEqual([['Oat milk', 2, false]])
  await expect
    .poll(() => app.call('GET', `/api/v3/barcodes/${code}`, undefined, token).catch(() => null))
    .toMatchObject({ productName: 'Oat milk' })
})

test('SCAN-1 a camera that is denied, missing, busy or out of reach says so and what to do', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const phone = await device('phone')
  const { page } = phone
  await phone.context.addInitScript(() => {
    if (!isSecureContext) return // Firefox's empty page
    const refusal = sessionStorage.getItem('refusal') ?? ''
    if (refusal === 'insecure') Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
    else
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('', sessionStorage.getItem('refusal') ?? ''))
  })
  await logIn(page, email)
  const cases = [
    ['NotAllowedError', 'The camera is not allowed here.'],
    ['NotFoundError', 'This device has no camera.'],
    ['NotReadableError', 'The camera is being used by something else.'],
    ['TypeError', 'The camera could not be started.'],
    ['insecure', 'The camera needs a secure connection.'],
  ] as const
  for (const [refusal, words] of cases) {
    await page.evaluate((name) => sessionStorage.setItem('refusal', name), refusal)
    await page.goto('/app/barcode')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    // Without a camera the code can be typed.
    await typeCode(page, '96385074')
    await expect(page.getByText('96385074')).toBeVisible()
  }
  await page.evaluate(() => sessionStorage.setItem('refusal', 'NotReadableError'))
  await page.goto('/app/barcode')
  await expect(page.getByText('The camera is being used by something else.')).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('refusal', 'NotAllowedError'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The camera is not allowed here.')).toBeVisible()
})

test('SCAN-3 the browser’s own reader, light, beep, vibration and the chosen camera; hidden, the camera stops', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const phone = await device('phone', {
    whole: true,
    args: ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream'],
  })
  await phone.context.addInitScript(() => {
    const log: string[] = []
    Object.assign(window, { log })
    const tracks = MediaStreamTrack.prototype
    tracks.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
    tracks.applyConstraints = async (wanted) => void log.push(JSON.stringify(wanted))
    const stop = tracks.stop
    tracks.stop = function () {
      log.push('stopped')
      stop.call(this)
    }
    navigator.vibrate = (pattern) => log.push(`buzz ${String(pattern)}`) > 0
    AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
      apply: (create, context: AudioContext, given) => {
        log.push('beep')
        return Reflect.apply(create, context, given) as OscillatorNode
      },
    })
    Object.assign(window, {
      BarcodeDetector: class {
        static async getSupportedFormats() {
          return ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'qr_code']
        }
        async detect() {
          return [{ rawValue: '036000291452' }]
        }
      },
    })
  })
  const { page } = phone
  const log = () => page.evaluate(() => (window as unknown as { log: string[] }).log)
  await logIn(page, email)
  await page.goto('/app/barcode')
  // UPC-A is EAN-13 with a leading 0.
  await expect(page.getByText('0036000291452')).toBeVisible()
  await expect.poll(log).toEqual(expect.arrayContaining(['beep', 'buzz 60']))

  await page.getByRole('button', { name: 'Light' }).click()
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true')
  expect(await log()).toContain('{"advanced":[{"torch":true}]}')

  await page.getByRole('button', { name: 'Beep' }).click()
  await page.getByRole('button', { name: 'Vibration' }).click()
  const choice = page.getByRole('combobox', { name: 'Which camera' })
  const [first, second] = await choice
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  await expect(choice).toHaveValue(first ?? '')
  await choice.selectOption(second ?? '')
  await expect(choice).toHaveValue(second ?? '')

  await page.goto('/app/barcode')
  await expect(choice).toHaveValue(second ?? '')
  await expect(page.getByRole('button', { name: 'Beep' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('0036000291452')).toBeVisible()
  expect(await log()).not.toContain('beep')
  expect(await log()).not.toContain('buzz 60')

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(log).toContain('stopped')
  await expect(choice).toBeHidden()
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(choice).toHaveValue(second ?? '')
})
