import { expect, logIn, password, test } from '../fixtures.ts'

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
  for (const [width, height] of [
    [360, 640],
    [844, 390],
  ] as const)
    test(`ROUTE-1 TRIAL-1 AUTH-1 the first page shows the claim, the trial and the log-in without scrolling: ${locale}, ${width}x${height}`, async ({
      device,
    }) => {
      const { page } = await device('phone', { locale, fresh: true })
      await page.setViewportSize({ width, height })
      const { claim, tryIt, password: label } = texts[locale]
      for (const path of ['/', '/auth/login']) {
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
