import { App } from '../support/app.ts'
import { anna, Device, expect, password, test } from './fixtures.ts'
import { startPushService } from './push-service.ts'
import { logIn } from './steps.ts'

const ben = 'ben@example.org'

/** Anna's list, which Ben may edit, and Ben's browser, which gets its messages from a push service on this machine. */
async function household(engine: 'firefox' | 'webkit' | 'chromium') {
  const service = await startPushService()
  const app = await App.start({}, { localPush: true })
  const device = new Device(engine, app.url, 'desktop', undefined, {
    'dom.push.enabled': true,
    'dom.push.connection.enabled': true,
    'dom.push.serverURL': service.address,
    'dom.push.testing.allowInsecureServerURL': true,
    // Granted, as after a press on 'Allow'.
    'permissions.default.desktop-notification': 1,
    'alerts.useSystemBackend': false,
  })
  const end = async () => {
    await device.dispose()
    await app.stop()
    service.close()
  }
  const token = await app.member(anna, password)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Anna' }, token)
  await app.member(ben, password)
  const { id: list } = await app.call<{ id: string }>(
    'POST',
    '/api/v3/list',
    { _list_name: 'Weekend' },
    token,
  )
  const who = { _list_id: list, _email_address: ben, permission: 'edit' }
  await app.call('POST', '/api/v3/list/share', who, token)

  const page = await device.open()
  await logIn(page, true, ben)
  await page.goto('/app/edit-profile/notifications')
  await page.click('button', 'Turn on')
  await page.see('text', 'Notifications are on')
  return {
    service,
    app,
    page,
    end,
    shop: async (shop: string) =>
      app.call('POST', `/api/v3/list/${list}/trip`, { shop }, await app.token(anna, password)),
    devices: async () =>
      (
        await app.call<{ devices: unknown[] }>(
          'GET',
          '/api/v3/me/push',
          undefined,
          await app.token(ben, password),
        )
      ).devices.length,
    shown: () =>
      page.tab.run(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, body }) => `${title} ${body}`)
      }),
  }
}

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
