import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { expect, password, test } from '../fixtures.ts'

test.use({ ownServer: true })

test.describe.configure({ timeout: 90_000 })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A server in this mode, a visitor, and the links that its operator makes. */
async function visit(
  REGISTRATION: string,
  steps: (page: Page, app: App, link: () => string) => Promise<void>,
) {
  const app = await App.start({ REGISTRATION })
  const device = new Device(app.url, 'phone')
  const script = resolve(import.meta.dirname, '../../../scripts/people.ts')
  const env = { ...process.env, DATA_DIR: app.folder, PUBLIC_URL: app.url }
  const link = () => {
    const said = execFileSync(process.execPath, [script, 'invite', 'ola@example.org'], {
      env,
      encoding: 'utf8',
    })
    return said.split('\n')[0] ?? ''
  }
  try {
    await steps(await device.open(), app, link)
  } finally {
    await device.dispose()
    await app.stop()
  }
}

async function register(page: Page, email: string): Promise<void> {
  await expect(heading(page, 'Create an account')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Create an account' }).click()
}

test('RUN-4 HAND-11 by invitation: no form without one; with the link to a list it makes an account, once', async () => {
  await visit('invite', async (page, app, link) => {
    const [, invitation] = link().split('#')
    const ala = { email: 'ala@example.org', password, termsAccepted: true, invitation }
    await app.call('POST', '/api/v3/profile', ala)
    await app.call(
      'POST',
      `/api/v3/me/activate/${(await app.mailedLink(ala.email, '/activate/')).split('/').at(-1)}`,
    )
    const token = await app.token(ala.email, password)
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
    const permission = 'edit'
    const { code } = await app.call<{ code: string }>(
      'POST',
      `/api/v3/list/${id}/invite`,
      { permission },
      token,
    )

    await page.goto('/auth/login')
    await expect(page.getByText('New accounts are by invitation only.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
    await page.goto('/auth/register')
    await expect(heading(page, 'By invitation only')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await page.goto('/public-lists')
    await expect(page.getByText('New accounts are by invitation only.')).toBeVisible()

    await page.goto(`/invite/${code}`)
    await page.getByRole('button', { name: 'Register' }).click()
    await register(page, 'ola@example.org')
    await expect(heading(page, 'One more step')).toBeVisible()
    const second = new Device(app.url, 'phone')
    const other = await second.open()
    await other.goto(`/invite/${code}`)
    await other.getByRole('button', { name: 'Register' }).click()
    await expect(heading(other, 'This invitation does not work any more')).toBeVisible()
    await second.dispose()
  })
})

test('RUN-4 closed: the pages say so and offer no form; the operator’s link does', async () => {
  await visit('closed', async (page, _app, link) => {
    await page.goto('/auth/login')
    await expect(page.getByText('No new accounts are made here.')).toBeVisible()
    await page.goto('/auth/register')
    await expect(heading(page, 'New accounts are not open')).toBeVisible()
    await page.goto('/public-lists')
    await expect(page.getByText('No new accounts are made here.')).toBeVisible()
    await page.goto(link())
    // The terms are read on the way.
    await page.getByRole('link', { name: 'terms of use', exact: true }).click()
    await page.goBack()
    await register(page, 'ola@example.org')
    await page.waitForURL('**/app')
  })
})
