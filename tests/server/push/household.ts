import { newSubscription, type PushService, startPushService } from '../../support/push-service.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'

const allKinds = { shared: true, trips: true, added: true, done: true }

/** Returns a device id for a short name. */
export const idOf = (name: string) => name.padEnd(16, '-')

export interface PushHousehold {
  server: TestServer
  service: PushService
  /** owns the list */
  ala: Person
  /** may edit it, and gets notifications */
  ola: Person
  list: string
  /** sends what is due and returns the new messages as Ola's phone reads them */
  news: () => Promise<Record<string, unknown>[]>
  /** turns notifications on for a device; returns its reader */
  turnOn: (who: Person, deviceId: string, more?: object) => Promise<ReturnType<typeof newSubscription>>
  add: (who: Person, name: string) => Promise<string>
  tick: (who: Person, id: string, isBought?: boolean) => Promise<void>
}

/** Ala's list 'Weekend', shared with Ola, whose phone gets all kinds. */
export async function pushHousehold(
  options: Parameters<typeof testServer>[0] & { service?: PushService } = {},
): Promise<PushHousehold> {
  const service = options.service ?? (await startPushService())
  const server = await testServer({ pushNetwork: service.network, ...options })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Ala' })
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'edit')
  const turnOn: PushHousehold['turnOn'] = async (who, deviceId, more = {}) => {
    const device = newSubscription(`${service.url}/${who.id}/${deviceId}`)
    const body = {
      ...device,
      read: undefined,
      language: 'en',
      kinds: allKinds,
      lists: {},
      quiet: null,
      ...more,
    }
    const { status, body: answer } = await server.call(who, 'PUT', `/api/v3/me/push/${idOf(deviceId)}`, body)
    if (status !== 200) throw new Error(JSON.stringify(answer))
    return device
  }
  const phone = await turnOn(ola, 'phone')
  let seen = 0
  return {
    server,
    service,
    ala,
    ola,
    list,
    turnOn,
    async news() {
      await server.app.services.push.drain()
      const fresh = service.received.slice(seen)
      seen = service.received.length
      return fresh.filter(({ path }) => path === `/${ola.id}/phone`).map((message) => phone.read(message))
    },
    add: async (who, name) =>
      (await server.call(who, 'POST', `/api/v3/list/${list}/product`, { productName: name })).body.id,
    async tick(who, id, isBought = true) {
      await server.call(who, 'PUT', `/api/v3/list/${list}/product/${id}`, { productStatus: isBought })
    },
  }
}
