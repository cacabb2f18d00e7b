import { expect, type Page } from '@playwright/test'

export interface Eyes {
  visit: (stop: { name: string; path: string }) => Promise<void>
  inspect: (name: string, within?: string) => Promise<void>
  /** presses the button that says this English text in the look's language */
  press: (english: string) => Promise<void>
  say: (english: string) => string
}

/**
 * Visits every screen that looks different without an account, starting at 'Try it now'. In the end nothing is left.
 */
export async function walkTrial(page: Page, { visit, inspect, press, say }: Eyes): Promise<void> {
  const isOpen = () => expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/auth/login')
  await press('Try it now')
  await page.waitForURL('**/app')
  await press('New list')
  await page.waitForURL('**/app/details/*')
  const list = new URL(page.url()).pathname
  const field = page.getByRole('combobox', { name: say('New product: name') })
  for (const name of ['Kefir', 'Tofu', 'Mango']) {
    await field.fill(name)
    await field.press('Enter')
    await expect(
      page
        .locator('[data-row]')
        .filter({ has: page.locator(`[value="${name}"]`) })
        .or(page.locator('[data-row]').filter({ hasText: name }))
        .first(),
    ).toBeVisible()
  }
  await visit({ name: 'trial-list', path: list })
  await press('Sharing')
  await expect(page.getByRole('link', { name: say('Create an account') })).toBeVisible()
  await inspect('trial-sharing')
  await visit({ name: 'trial-lists', path: '/app' })
  await press('Your account')
  await isOpen()
  await inspect('trial-menu', '[role=dialog]')
  await page.keyboard.press('Escape')
  await press('On this device')
  await isOpen()
  await inspect('trial-panel', '[role=dialog]')
  await page.keyboard.press('Escape')
  await visit({ name: 'trial-templates', path: '/app/templates' })
  await visit({ name: 'trial-register', path: '/auth/register' })
  await visit({ name: 'trial-login', path: '/auth/login' })
  await visit({ name: 'trial-profile', path: '/app/profile' })
  await press('Remove everything from this device')
  await isOpen()
  await inspect('trial-remove', '[role=dialog]')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Remove everything') })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === '/')
}
