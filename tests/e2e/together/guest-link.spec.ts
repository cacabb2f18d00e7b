import type { App } from '../../support/app.ts'
import type { Device } from '../../support/browser.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

const anna = 'anna@example.org'

/** Anna with a list whose share panel is open, on a computer that lets the app copy. */
async function atPanel(app: App, desktop: Device) {
  const token = await app.member(anna, password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }])
  await desktop.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = desktop
  await logIn(page, anna, `/app/details/${list}`)
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  // What the server answers about the list moves what is below.
  await expect(panel.getByText('Nobody else has this list yet.')).toBeVisible()
  const links = () =>
    app.call<{ name?: string; permission: string; guests: { name: string }[] }[]>(
      'GET',
      `/api/v3/list/${list}/guest`,
      undefined,
      token,
    )
  return { token, list, page, panel, links }
}

/** Joins as the page for guests does. Returns the guest's token. */
async function join(app: App, url: string, name: string): Promise<string> {
  const code = url.split('/').at(-1)
  return (await app.call<{ access_token: string }>('POST', `/api/v3/guest/${code}`, { name })).access_token
}

test('TOGETHER-4 the owner makes a guest link, copies it, sees who uses it, and ends it; offline nothing can be made or ended; the eleventh is refused', async ({
  app,
  device,
}) => {
  const desktop = await device('large')
  const { token, list, page, panel, links } = await atPanel(app, desktop)
  await expect(panel.getByRole('heading', { name: 'Guest link' })).toBeVisible()
  await panel.getByRole('radiogroup', { name: 'A guest' }).getByText('can edit').click()
  await expect(panel.getByRole('radio', { name: 'can edit', exact: true })).toBeChecked()
  await panel.getByLabel('For whom (optional)').fill('Grandma')
  await panel.getByRole('button', { name: 'Make a guest link' }).click()
  await expect(page.getByText('The guest link works. Send it to your guests.')).toBeVisible()
  await expect(panel.getByLabel('For whom (optional)')).toHaveValue('')
  const link = panel.getByRole('listitem').filter({ hasText: 'Grandma' })
  await expect(link).toContainText('can edit, until')
  await expect(link).toContainText('Nobody uses it yet.')
  await link.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(new RegExp(`^${app.url}/guest/[\\w-]{24}$`))
  await expect(link.getByRole('textbox', { name: 'Link for guests: Grandma' })).toHaveValue(url)
  await link.getByRole('button', { name: 'QR code' }).click()
  await expect(link.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  expect(await links()).toMatchObject([{ name: 'Grandma', permission: 'edit' }])

  const guest = await join(app, url, 'Zosia')
  const guests = link.getByRole('list', { name: 'Guests with this link: Grandma' })
  await expect(guests).toContainText('Zosia, since')
  // Guests are no members: nothing is offered that needs an address.
  await expect(panel.getByRole('combobox', { name: /^Permission for/ })).toHaveCount(0)

  // The server keeps no link that could be shown again, so another page can only end it.
  await page.reload()
  await expect(guests).toContainText('Zosia, since')
  await expect(link.getByRole('button')).toHaveText(['End'])

  const dialog = page.getByRole('dialog', { name: 'End this guest link?' })
  await link.getByRole('button', { name: 'End the guest link: Grandma' }).click()
  await expect(dialog).toContainText('Its guests lose the list at once: Zosia.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await link.getByRole('button', { name: 'End the guest link: Grandma' }).click()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('The guest link has ended')).toBeVisible()
  await expect(link).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  expect(await links()).toEqual([])
  await expect(app.call('GET', `/api/v3/list/${list}`, undefined, guest)).rejects.toThrow('401')
  await expect(join(app, url, 'Ewa')).rejects.toThrow()

  // One that nobody uses ends without a question.
  const make = panel.getByRole('button', { name: 'Make a guest link' })
  await make.click()
  const unused = panel.getByRole('listitem').filter({ hasText: /^Guest link/ })
  await expect(unused).toHaveCount(1)
  await desktop.airplane(true)
  await expect(panel.getByText('You are offline. Sharing needs a connection.')).toBeVisible()
  await expect(make).toBeDisabled()
  for (const name of ['Copy', 'End the guest link: Guest link'])
    await expect(unused.getByRole('button', { name, exact: true })).toBeDisabled()
  await desktop.airplane(false)
  await unused.getByRole('button', { name: 'End the guest link: Guest link' }).click()
  await expect(unused).toHaveCount(0)
  await expect(panel).toBeVisible()
  expect(await links()).toEqual([])

  for (let n = 0; n < 10; n++)
    await app.call('POST', `/api/v3/list/${list}/guest`, { permission: 'shopping' }, token)
  await make.click()
  await expect(
    page.getByText(
      'This list has as many guest links as it can have. End one that you no longer need, and try again.',
    ),
  ).toBeVisible()
  expect(await links()).toHaveLength(10)
})

test('TOGETHER-4 a link that takes nobody else says so to its owner, who makes a new one', async ({
  app,
  device,
}) => {
  const { panel, links } = await atPanel(app, await device('large'))
  await panel.getByLabel('For whom (optional)').fill('Grandma')
  await panel.getByRole('button', { name: 'Make a guest link' }).click()
  const url = await panel.getByLabel('Link for guests: Grandma').inputValue()
  for (let n = 0; n < 9; n++) await join(app, url, `Guest ${n}`)
  const full = panel.getByText('Nobody else can join with it until one of them leaves.')
  await expect(panel).toContainText('Guest 8, since')
  await expect(full).toHaveCount(0)
  await join(app, url, 'Guest 9')
  await expect(full).toBeVisible()

  const { page: late } = await device('phone', { fresh: true })
  await late.goto(url)
  await late.getByRole('textbox', { name: 'Your name' }).fill('Zosia')
  await late.getByRole('button', { name: 'Open the list' }).click()
  await expect(late.getByRole('alert')).toContainText('As many guests as fit use this link already.')

  await panel.getByRole('button', { name: 'Make a new one: Grandma' }).click()
  await expect.poll(async () => (await links()).length).toBe(2)
  expect(await links()).toMatchObject([
    { name: 'Grandma', permission: 'shopping' },
    { name: 'Grandma', permission: 'shopping', guests: [] },
  ])
})
