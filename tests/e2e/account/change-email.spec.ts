import { expect, logIn, password, test } from '../fixtures.ts'

test.use({ ownServer: true })

const anna = 'anna@example.org'
const fresh = 'anna.nowak@example.com'

test('PROFILE-9 ROUTE-17 a change of the address is cancelled, the next one takes the codes from both mailboxes, and only the new one logs in', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page } = await device('phone')
  await logIn(page, anna)
  const tab = await page.context().newPage()
  await tab.goto('/app/profile')
  await expect(tab.locator('dl').getByText(anna)).toBeVisible()

  await page.goto('/app/profile')
  await page.getByRole('link', { name: 'Change email' }).click()
  await expect(page.getByText('the address cannot be changed')).toBeVisible()
  const email = page.getByLabel('New email')
  const own = page.getByLabel('Your password, to make sure that it is you')
  const send = page.getByRole('button', { name: 'Send both codes' })
  await email.fill(anna)
  await own.fill(password)
  await send.click()
  await expect(page.getByText('This is your email address already.')).toBeVisible()
  await email.fill(fresh)
  await own.fill('not the password')
  await send.click()
  await expect(page.getByText('Incorrect password')).toBeVisible()
  await own.fill(password)
  await send.click()
  const codes = () => Promise.all([app.mailedCode(anna), app.mailedCode(fresh)])
  const [oldBefore, newBefore] = await codes()
  // Cancelled, it leaves the address in the form for new codes.
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(email).toHaveValue(fresh)
  await own.fill(password)
  await send.click()

  const change = page.getByRole('button', { name: 'Change email' })
  await page.getByLabel(`Code from ${anna}`).fill('1234')
  await change.click()
  await expect(page.getByText('The code has 8 digits.')).toHaveCount(2)
  // What was asked for is still there when the app comes back from the mail program.
  await page.reload()
  let [oldCode, newCode] = await codes()
  while (oldCode === oldBefore || newCode === newBefore) [oldCode, newCode] = await codes()
  await page.getByLabel(`Code from ${anna}`).fill(oldCode)
  await page.getByLabel(`Code from ${fresh}`).fill(newCode.startsWith('1') ? '2222 2222' : '1111 1111')
  await change.click()
  await expect(page.getByText('This is not the code from the newest email.')).toHaveCount(1)
  await expect(page.getByLabel(`Code from ${anna}`)).toHaveValue(oldCode)

  await page.context().setOffline(true)
  await expect(change).toBeDisabled()
  await expect(page.getByText('what you typed stays here')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByLabel(`Code from ${fresh}`).fill(newCode.replace(' ', ''))
  await change.click()
  await expect(page.getByText('Email changed')).toBeVisible()
  await expect(page).toHaveURL('/app/profile')
  await expect(page.locator('dl').getByText(fresh)).toBeVisible()
  // The other tab hears of it without being reloaded.
  await expect(tab.locator('dl').getByText(fresh)).toBeVisible()

  await page.getByRole('button', { name: 'Log out On this device only' }).click()
  await page.waitForURL('**/auth/login**')
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await page.getByLabel('Email').fill(fresh)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app')
})
