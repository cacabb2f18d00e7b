import { expect, test } from './fixtures.ts'
import { ben, household } from './push/household.ts'
import { logIn } from './steps.ts'

test('TOGETHER-1 a trip reaches a browser with a push service, encrypted, until it is turned off', async ({
  engine,
}) => {
  test.skip(engine !== 'firefox', 'only Firefox lets a test replace its push service')
  const { service, page, shop, devices, shown, end } = await household(engine)
  try {
    await shop('Lidl')
    await expect.poll(shown).toEqual(['Anna is at Lidl. Anything? Weekend'])
    expect(service.answers).toEqual([201])

    await page.click('button', 'Turn off')
    await page.see('text', 'Notifications are off')
    expect(await devices()).toBe(0)
    await shop('Aldi')
    expect(service.answers).toEqual([201])
  } finally {
    await end()
  }
})

test('TOGETHER-1 after a restored backup, a log-in brings the notifications back without a question', async ({
  engine,
}) => {
  test.skip(engine !== 'firefox', 'only Firefox lets a test replace its push service')
  const { app, page, shop, devices, shown, end } = await household(engine)
  try {
    // What a restore does: all sessions have ended, and the key of the notifications is another one.
    await app.inDatabase(async (db) => {
      await db.updateTable('session').set({ ended_at: 1 }).execute()
      await db.deleteFrom('push_device').execute()
      await db.deleteFrom('push_key').execute()
    })
    await logIn(page, true, ben)
    await expect.poll(devices).toBe(1)
    await shop('Lidl')
    await expect.poll(shown).toEqual(['Anna is at Lidl. Anything? Weekend'])
  } finally {
    await end()
  }
})
