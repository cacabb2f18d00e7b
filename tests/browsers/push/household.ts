import { App } from '../../support/app.ts'
import { Device } from '../device.ts'
import { anna, password } from '../fixtures.ts'
import { startPushService } from './service.ts'
import { logIn } from '../steps.ts'

export const ben = 'ben@example.org'

/** Anna's list, which Ben may edit, and Ben's browser, which gets its messages from a push service on this machine. */
export async function household(engine: 'firefox' | 'webkit' | 'chromium') {
  const service = await startPushService()
  const app = await App.start({}, { reachesLocal: true })
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
  const bens = await app.member(ben, password)
  const { id: list } = await app.call<{ id: string }>(
    'POST',
    '/api/v3/list',
    { _list_name: 'Weekend' },
    token,
  )
  const who = { _list_id: list, _email_address: ben, permission: 'edit' }
  await app.call('POST', '/api/v3/list/share', who, token)
  // Who has not opened a list hears of no trips.
  await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, bens)

  const page = await device.open()
  await logIn(page, true, ben)
  await page.goto('/app/edit-profile/notifications')
  await page.click('button', 'Turn on')
  await page.see('text', 'Notifications are on')
  return {
    service,
    app,
    page,
    list,
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
