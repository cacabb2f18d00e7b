import type { Page } from 'playwright'

/** As a person does it, by the log-in page; remembered, so that a reload asks for nothing. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/app')
}
