import { expect, type Page } from '@playwright/test'
import type { House } from './house.ts'
import type { Eyes } from './trial.ts'

/** Joins a list as a guest, looks at what a guest sees, and leaves it. */
export async function walkGuest(
  page: Page,
  { list, guestLink }: House,
  { visit, inspect, press }: Eyes,
): Promise<void> {
  await page.goto(guestLink)
  await page.locator('input[name="name"]').fill('Zosia')
  await press('Open the list')
  await page.waitForURL(`**/app/details/${list}`)
  await expect(page.getByText('Kefir').or(page.locator('[value="Kefir"]')).first()).toBeAttached()
  await visit({ name: 'guest-list', path: `/app/details/${list}` })
  await press('You are a guest')
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect('guest-menu', '[role=dialog]')
  await press('Leave the list')
  await page.waitForURL(`**${guestLink}`)
}
