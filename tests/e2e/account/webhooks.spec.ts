import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

test('OPEN-3 a webhook is made, told what is added, shows what it was told, and is ended', async () => {
  const got: { headers: Record<string, unknown>; body: string }[] = []
  let status = 500
  const target = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  const app = await App.start({}, { reachesLocal: true })
  const desktop = new Device(app.url, 'desktop')
  try {
    const token = await app.member('anna@example.org', password)
    const list = await seedList(app, token, 'Home', [])
    const page = await desktop.open()
    await logIn(page, 'anna@example.org', '/app/edit-profile/tokens')
    await page.getByLabel('Web address').fill('http://localhost/hook')
    await page.getByRole('button', { name: 'Make a webhook' }).click()
    await expect(page.getByText(/^Type an address that is reachable/)).toBeVisible()
    await page.getByLabel('Web address').fill('https://example.org/hook')
    await page.getByRole('button', { name: 'Make a webhook' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    // The address on this machine is told in its place.
    const { port } = target.address() as AddressInfo
    await app.inDatabase((db) =>
      db
        .updateTable('webhook')
        .set({ url: `http://127.0.0.1:${port}/hook` })
        .execute(),
    )
    await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'Milk' }, token)
    await expect.poll(() => got.length).toBe(1)
    const [first] = got
    expect(JSON.parse(first!.body)).toMatchObject({ changes: [{ event: 'added', productName: 'Milk' }] })
    expect(first!.headers['x-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(first!.body).digest('hex')}`,
    )
    await page.getByRole('button', { name: 'Last deliveries' }).click()
    const dialog = page.getByRole('dialog', { name: 'Last deliveries' })
    await expect(dialog.getByText(/^answered with 500/)).toBeVisible()
    status = 204
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => got.length).toBe(2)
    expect(got[1]!.body).toBe(first!.body)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^End: http/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await expect(page.getByText('The address is told nothing more')).toBeVisible()
  } finally {
    await desktop.dispose()
    await app.stop()
    target.close()
  }
})
