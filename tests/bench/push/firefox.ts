import type { Answer } from '../../../core/contract/api.ts'
import { anna, password } from '../../browsers/fixtures.ts'
import { ben, household } from '../../browsers/push/household.ts'

const adds = 30
const warm = 3

/**
 * Returns the ms from when the push service has a message until Firefox's worker shows its notification. A page
 * that has another screen open looks for it every few ms.
 */
export async function measureFirefox(): Promise<number[]> {
  const { service, app, page, list, end } = await household('firefox')
  try {
    const [token, bens] = [await app.token(anna, password), await app.token(ben, password)]
    await app.call('POST', `/api/v3/list/${list}/trip`, { shop: 'Lidl' }, bens)
    // Off until somebody wants it.
    await page.click('checkbox', /^Products were added while I shop/)
    await page.until('the choice at the server', async () => {
      const { devices } = await app.call<Answer<'push'>>('GET', '/api/v3/me/push', undefined, bens)
      return devices.some(({ kinds }) => kinds.added)
    })
    const took: number[] = []
    for (let n = 0; n < warm + adds; n++) {
      const productName = `Coffee-${n}-`
      const shown = page.tab.run(whenShown, productName)
      await app.call('POST', `/api/v3/list/${list}/product`, { productName }, token)
      const ms = (await shown) - (service.times.at(-1) ?? NaN)
      if (service.times.length !== n + 1)
        throw new Error(`${service.times.length} messages instead of ${n + 1}`)
      if (n >= warm) took.push(ms)
    }
    return took
  } finally {
    await end()
  }
}

/** Returns when a notification with this text is shown, in epoch ms. Runs in the page. */
async function whenShown(text: string): Promise<number> {
  const registration = await navigator.serviceWorker.ready
  // The server collects added products for 2 s.
  await new Promise((later) => setTimeout(later, 1_500))
  for (;;) {
    const shown = await registration.getNotifications()
    if (shown.some(({ body }) => body.includes(text))) return Date.now()
    await new Promise((later) => setTimeout(later, 2))
  }
}
