import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

const texts = {
  'en-GB': {
    claim: 'The shopping list that works where the signal does not.',
    tryIt: 'Try it now',
    password: 'Password',
  },
  'pl-PL': {
    claim: 'Lista zakupów, która działa tam, gdzie nie ma zasięgu.',
    tryIt: 'Wypróbuj teraz',
    password: 'Hasło',
  },
} as const

for (const locale of ['en-GB', 'pl-PL'] as const)
  test(`ROUTE-1 TRIAL-1 AUTH-1 the first page shows the claim, the trial and the log-in without scrolling: ${locale}`, async ({
    device,
  }) => {
    const { page } = await device('phone', { locale, fresh: true })
    const { claim, tryIt, password: label } = texts[locale]
    for (const path of ['/', '/auth/login'])
      for (const [width, height] of [
        [360, 640],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(path)
        for (const part of [
          page.getByText(claim),
          page.getByRole('button', { name: tryIt }),
          page.locator('input[type="email"]'),
          page.getByLabel(label, { exact: true }),
        ])
          await expect(part).toBeInViewport({ ratio: 1 })
        await page.getByRole('button', { name: tryIt }).click({ trial: true })
      }
  })

test('AUTH-1 a newcomer is not told of lists that wait; who logged out here is greeted, and finds the trial below', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const { page } = await device('phone')
  const greeting = page.getByText('Good to see you. Your lists are waiting.')
  const tryIt = page.getByRole('button', { name: 'Try it now' })
  await page.goto('/')
  await expect(tryIt).toBeVisible()
  await expect(greeting).toBeHidden()
  const form = page.getByLabel('Password', { exact: true })
  expect((await tryIt.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0)

  await logIn(page, 'anna@example.org')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login')
  for (const path of ['/auth/login', '/']) {
    await page.goto(path)
    await expect(greeting).toBeVisible()
    expect((await tryIt.boundingBox())?.y).toBeGreaterThan((await form.boundingBox())?.y ?? 0)
  }
})

test('RUN-4 TRIAL-1 where nobody can register, the trial is not offered, and nothing moves when that becomes known', async ({
  device,
}) => {
  const { page } = await device('phone')
  const known = Promise.withResolvers<void>()
  await page.route('**/api/v3/registration', async (route) => {
    await known.promise
    await route.fulfill({ json: { registration: 'closed' } })
  })
  await page.goto('/')
  const tryIt = page.getByRole('button', { name: 'Try it now' })
  await expect(tryIt).toBeVisible()
  const form = page.getByLabel('Password', { exact: true })
  const before = await form.boundingBox()
  known.resolve()
  await expect(tryIt).toBeHidden()
  await expect(page.getByText('No new accounts are made here.')).toBeVisible()
  expect(await form.boundingBox()).toEqual(before)
})

test('SPEED-1 a first visit asks for each script, style sheet and font once, on every page that has them preloaded', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }])
  const visits = [
    { path: '/', shows: 'Try it now' },
    { path: '/auth/login', shows: 'Try it now' },
    { path: '/public-list/predefined-barbecue', shows: 'Create a list from this' },
    { path: '/app', shows: 'Weekend', isMember: true },
    { path: `/app/details/${list}`, shows: 'Milk', isMember: true },
  ]
  for (const { path, shows, isMember } of visits) {
    // Without the worker, which fetches everything once more for the time without a network.
    const { page } = await device('desktop', { serviceWorkers: 'block' })
    if (isMember) await logIn(page, 'anna@example.org', '/icons/icon-192.png')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/assets/')) asked.push(pathname)
    })
    await page.goto(path)
    await expect(
      page
        .getByText(shows)
        .or(page.locator(`[value="${shows}"]`))
        .first(),
    ).toBeVisible()
    // Each part is shown once its style sheets are there.
    await page.waitForLoadState('load')
    expect(asked.filter((file) => file.endsWith('.css')).length, path).toBeGreaterThan(0)
    expect([path, asked.filter((file, i) => asked.indexOf(file) !== i)]).toEqual([path, []])
  }
})
