import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, logIn, logInByHand, password, test } from '../fixtures.ts'

const anna = 'anna@example.org'
const picture = join(import.meta.dirname, '../../../docs/phone.png')

test('PROFILE-1 PROFILE-2 PROFILE-7 ROUTE-16 FRAME-3 FRAME-4 AUTH-12 who one is, on every page and on the server', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const { page } = await device('desktop')
  await logIn(page, anna)
  await page.getByRole('link', { name: 'My profile' }).first().click()
  await expect(page).toHaveURL('/app/profile')
  await expect(page.getByText('Active account')).toBeVisible()
  for (const [fact, value] of [
    ['Surname', '–'],
    ['Email', anna],
    ['Language', 'English'],
  ] as const)
    await expect(page.locator('dl > div', { hasText: fact })).toContainText(value)

  await page.getByRole('link', { name: 'Edit profile' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Maksymiliana Wilhelmina')
  await page.getByLabel('Surname').fill('Brzęczyszczykiewicz')
  await page.getByLabel('City').fill('x'.repeat(101))
  await save.click()
  await expect(page.getByText('This is too long.')).toBeVisible()
  await expect(page.getByLabel('Surname')).toHaveValue('Brzęczyszczykiewicz')
  await page.getByLabel('City').fill('Szczecin')

  // Without a network it says why it cannot be sent, and keeps what was typed.
  await page.context().setOffline(true)
  await expect(save).toBeDisabled()
  await expect(page.getByText('what you typed stays here').first()).toBeVisible()
  await page.context().setOffline(false)
  await save.click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(save).toBeDisabled()
  expect(await app.call('GET', '/api/v3/me', undefined, token)).toMatchObject({
    name: 'Maksymiliana Wilhelmina',
    surname: 'Brzęczyszczykiewicz',
    city: 'Szczecin',
  })

  // The sidebar in both widths, and the menu.
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('Maksymiliana Wilhel…', { exact: true })).toBeVisible()
  await expect(sidebar).toHaveCSS('width', '240px')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(sidebar.getByText('Maksymiliana…', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('dialog', { name: 'Your account' })
  await expect(menu).toContainText('Hello, Maksymiliana Wilhelmina!')
  await expect(menu).toContainText('Szczecin')
  await expect(menu).toHaveCSS('max-height', '360px')
  await menu.getByRole('link', { name: 'My profile' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^koszyk-\d{4}-\d\d-\d\d\.json$/)
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as { profile: { email: string } }
  expect(saved.profile.email).toBe(anna)

  // The language of the profile is that of the page.
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Language of the app and our emails').selectOption('pl')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edytuj profil' })).toBeVisible()
  expect(await app.call('GET', '/api/v3/me', undefined, token)).toMatchObject({ language: 'pl' })
})

test('PROFILE-2 PROFILE-3 FRAME-4 FRAME-12 HAND-16 a picture is cut, looked at, shown everywhere, and removed again; language and appearance are chosen in words that fit', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const me = () => app.call<{ imageName: string | null }>('GET', '/api/v3/me', undefined, token)
  const { page } = await device('phone')
  await logIn(page, anna)
  await page.goto('/app/edit-profile/account')
  const button = page.getByRole('button', { name: 'Your account' })
  await expect(button.locator('img')).toHaveCount(0)

  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('This file could not be read as a picture.')).toBeVisible()
  await file.setInputFiles(picture)
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' })
  const look = () =>
    dialog
      .getByRole('img', { name: 'Preview' })
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeEnabled()
  const whole = await look()
  await dialog.getByLabel('Zoom').fill('2')
  await expect.poll(look).not.toBe(whole)
  const zoomed = await look()
  await dialog.locator('[data-testid=cropper]').focus()
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await expect.poll(look).not.toBe(zoomed)

  // A failed upload leaves the dialog open and unchanged.
  await page.route('**/api/v3/uploadFile**', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Connection error with the server')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Picture saved')).toBeVisible()
  const { imageName } = await me()
  await expect(button.locator('img')).toHaveAttribute('src', `/uploads/avatars/${imageName}`)
  await expect
    .poll(() => button.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(256)

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Picture removed')).toBeVisible()
  await expect(button.locator('img')).toHaveCount(0)
  expect((await me()).imageName).toBeNull()

  await page.goto('/app/profile')
  await page.getByRole('radiogroup', { name: 'Appearance' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Polski').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mój profil' })).toBeVisible()
  await expect.poll(() => app.call('GET', '/api/v3/me', undefined, token)).toMatchObject({ language: 'pl' })
  // 'Światło' would be the light of a lamp.
  const appearance = page.getByRole('radiogroup', { name: 'Wygląd' })
  await expect(appearance.getByRole('radio', { name: 'Ciemny' })).toBeChecked()
  await appearance.getByText('Jasny').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('PROFILE-4 PROFILE-8 ROUTE-17 the password is changed, and other devices are signed out', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page } = await device('phone')
  await logIn(page, anna)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'My profile' }).click()
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  // The test's own API client, which has no browser name.
  const others = page.getByRole('button', { name: 'Log out: Unknown device' })
  await expect(others).toHaveCount(1)
  const second = await app.token(anna, password)
  await app.token(anna, password)
  await page.reload()
  await expect(others).toHaveCount(3)
  // A session alone ends no other one: the password is asked.
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByLabel('Your password, to make sure that it is you')
  await others.first().click()
  await typed.fill('not my password')
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await typed.fill(password)
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Device logged out')).toBeVisible()
  await expect(others).toHaveCount(2)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await typed.fill(password)
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(others).toHaveCount(0)
  await expect(app.call('GET', '/api/v3/me', undefined, second)).rejects.toThrow('401')

  const third = await app.token(anna, password)
  await page.getByRole('link', { name: 'Change password' }).click()
  const submit = page.getByRole('button', { name: 'Change password' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Old password').fill('not the old one')
  await page.getByLabel('New password', { exact: true }).fill('a new sentence')
  await page.getByLabel('Repeat the new password').fill('a new sentense')
  await submit.click()
  await expect(page.getByText('Repeated password is not the same')).toBeVisible()
  await page.getByLabel('Repeat the new password').fill('a new sentence')
  await submit.click()
  await expect(page.getByText('Old password is incorrect')).toBeVisible()
  await expect(page.getByLabel('Old password')).toBeFocused()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('a new sentence')
  await page.getByLabel('Old password').fill(password)
  await submit.click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(submit).toBeDisabled()
  await expect(app.call('GET', '/api/v3/me', undefined, third)).rejects.toThrow('401')
  expect(await app.token(anna, 'a new sentence')).toBeTruthy()
})

test('PROFILE-5 ROUTE-17 an account is deleted with its password, and a login brings it back and says so', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await app.call('POST', '/api/v3/list', { _list_name: 'For the party' }, token)
  const { page } = await device('desktop')
  await logIn(page, anna)
  await page.goto('/app/edit-profile/delete-account')
  await expect(page.getByText('Log in again to get your account back')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Delete my account' })
  await expect(submit).toBeDisabled()
  const field = page.getByLabel('Your password, to make sure that it is you')
  await field.fill('not the password')
  await submit.click()
  await expect(page.getByText('Incorrect password')).toBeVisible()
  await page.route(
    '**/api/v3/me',
    (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: {
          type: 'about:blank',
          title: 'x',
          status: 409,
          code: 'alreadySubmittedForDeletion',
          requestId: 'x',
        },
      }),
    { times: 1 },
  )
  await field.fill(password)
  await submit.click()
  await expect(page.getByText('Account has already been submitted for deletion')).toBeVisible()
  await submit.click()
  await page.waitForURL(/\/auth\/login$/)
  await expect(page.getByText('Account has been deleted')).toBeVisible()
  await expect(app.call('GET', '/api/v3/me', undefined, token)).rejects.toThrow('401')

  await logInByHand(page, anna)
  await expect(
    page.getByText('Your account is back, with all its lists. It will not be deleted.'),
  ).toBeVisible()
  await expect(page.getByText('For the party')).toBeVisible()
  const again = await app.token(anna, password)
  expect(await app.call('GET', '/api/v3/me', undefined, again)).toMatchObject({ status: 'A' })
})

test('PROFILE-6 ROUTE-17 categories of one’s own: added, found by their words, edited, removed and put back', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const list = (await app.call<{ id: string }>('POST', '/api/v3/list', {}, token)).id
  const shelf = async (productName: string) =>
    (
      await app.call<{ category_name: string; icon: string | null }>(
        'POST',
        `/api/v3/list/${list}/product`,
        { productName },
        token,
      )
    ).category_name
  const { page } = await device('phone')
  await logIn(page, anna)
  await page.goto('/app/edit-profile/user-categories')
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keywords').fill('worm, --')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await expect(dialog.getByText('Some characters are not allowed here.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Fishing')
  await dialog.getByLabel('Keywords').fill('worm, hook')
  await dialog.getByRole('radio', { name: 'Fish', exact: true }).check({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fishing' })).toBeVisible()
  expect(await shelf('Worms, 20 of them')).toBe('Fishing')

  await page.getByRole('button', { name: 'Edit: Fishing' }).click()
  await expect(dialog.getByLabel('Keywords')).toHaveValue('worm, hook')
  await expect(dialog.getByRole('radio', { name: 'Fish', exact: true })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Name').fill('Angling')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Angling' })).toBeVisible()
  expect(await shelf('Worms again')).toBe('Angling')

  await page.getByRole('button', { name: 'Remove: Angling' }).click()
  await expect(page.getByRole('heading', { name: 'Angling' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Angling' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove: Angling' }).click()
  await expect(page.getByText('add categories for what you buy')).toBeVisible()
  expect(await shelf('Worms once more')).not.toBe('Angling')
})
