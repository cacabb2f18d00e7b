import type { Page } from 'playwright'

/** Logs in on the log-in page as a person does. The log-in is remembered, so that a reload does not ask again. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app')
}
