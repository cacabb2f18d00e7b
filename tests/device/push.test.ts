import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getPush, keepPush, markOf, type StoredPush } from '../../device/push.ts'
import { getSession, putSession, type Session } from '../../device/storage/app-db.ts'
import { changePush, readPush, syncPush, usePush, watchPush } from '../../src/account/state/push.ts'
import { currentLanguage } from '../../src/texts/i18n.ts'
import { useSession } from '../../src/account/session/session.ts'

// It serves files, which needs a build.
vi.mock('../../src-sw/caching.ts', () => ({
  keepIcons: () => undefined,
  leaveToTheServer: () => undefined,
  serveShell: () => undefined,
}))

const vapidPublicKey = 'BAUG'
const sessionOf = (userId: string): Session => ({
  userId,
  email: `${userId}@example.org`,
  accessToken: `a.session-of-${userId}.1.mac`,
  expiresAt: Date.now() + 3_600_000,
  remember: true,
})
const push: StoredPush = {
  userId: 'anna',
  deviceId: 'phone-of-anna',
  language: 'en',
  kinds: { shared: true, trips: false, added: false, done: true },
  lists: { weekend: 'off' },
  quiet: { from: '22:00', to: '07:00', timeZone: 'Europe/Warsaw' },
  vapidPublicKey,
  endpoint: 'https://push.example.org/old',
  session: markOf(sessionOf('anna')),
  sentAt: 1,
}

interface Call {
  method: string
  path: string
  token: string | null
  body: unknown
}
let calls: Call[]
/** what the server answers a GET with */
let known: { vapidPublicKey: string; devices: { id: string }[] }
/** what the server answers a PUT with */
let status: number

const subscriptionAt = (endpoint: string, key = vapidPublicKey) => ({
  endpoint,
  options: { applicationServerKey: Uint8Array.from(atob(key), (byte) => byte.codePointAt(0) ?? 0).buffer },
  toJSON: () => ({ endpoint, keys: { p256dh: `p256dh of ${endpoint}`, auth: 'auth' } }),
  unsubscribe: async () => true,
})
/** The browser's push service. */
const pushManager = {
  subscription: null as ReturnType<typeof subscriptionAt> | null,
  subscribed: 0,
  /** runs while the browser subscribes */
  meanwhile: async () => {},
  async getSubscription() {
    return this.subscription
  },
  async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
    this.subscribed++
    await this.meanwhile()
    return (this.subscription = subscriptionAt('https://push.example.org/made', applicationServerKey))
  },
}

const worker = Object.assign(new EventTarget(), {
  location: { protocol: 'https:', origin: 'https://koszyk.example' },
  registration: { pushManager },
})

beforeAll(async () => {
  vi.stubGlobal('self', worker)
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname: path } = new URL(request.url)
    const body: unknown = request.method === 'PUT' ? await request.json() : undefined
    calls.push({ method: request.method, path, token: request.headers.get('authorization'), body })
    if (request.method !== 'PUT') return Response.json(known)
    return status === 200 ? Response.json({}) : Response.error()
  })
  // The types of a worker are not those of a page, so this file cannot be imported by its name.
  await import(new URL('../../src-sw/index.ts', import.meta.url).href)
})

beforeEach(async () => {
  calls = []
  status = 200
  known = { vapidPublicKey, devices: [{ id: push.deviceId }] }
  Object.assign(pushManager, { subscription: null, subscribed: 0, meanwhile: async () => {} })
  await putSession(sessionOf('anna'))
  await keepPush(push)
})

/** The browser says that it ended the subscription. Resolves when the worker needs to run no longer. */
async function changed(newSubscription: ReturnType<typeof subscriptionAt> | null): Promise<void> {
  pushManager.subscription = newSubscription
  const oldSubscription = subscriptionAt(push.endpoint)
  let done: Promise<void> | undefined
  const waitUntil = (work: Promise<void>) => (done = work)
  const event = new Event('pushsubscriptionchange')
  worker.dispatchEvent(Object.assign(event, { oldSubscription, newSubscription, waitUntil }))
  await done
}

const sentFor = (session: Session, endpoint: string): Call => ({
  method: 'PUT',
  path: `/api/v3/me/push/${push.deviceId}`,
  token: `Bearer ${session.accessToken}`,
  body: {
    subscription: { endpoint, keys: { p256dh: `p256dh of ${endpoint}`, auth: 'auth' } },
    language: push.language,
    kinds: push.kinds,
    lists: push.lists,
    quiet: push.quiet,
  },
})

test('TOGETHER-1 a subscription that the browser replaced reaches the server with what was chosen', async () => {
  await changed(subscriptionAt('https://push.example.org/new'))
  expect(calls).toEqual([sentFor(sessionOf('anna'), 'https://push.example.org/new')])
  expect(pushManager.subscribed).toBe(0)
  const stored = await getPush()
  expect(stored).toEqual({ ...push, endpoint: 'https://push.example.org/new', sentAt: expect.any(Number) })
  expect(stored?.sentAt).toBeGreaterThan(1)
})

test('TOGETHER-1 a subscription that ended without another one is made anew, for the same server', async () => {
  await changed(null)
  expect(pushManager.subscribed).toBe(1)
  expect(calls).toEqual([sentFor(sessionOf('anna'), 'https://push.example.org/made')])
  expect(await getPush()).toMatchObject({ endpoint: 'https://push.example.org/made', vapidPublicKey })
})

test('TOGETHER-1 a subscription that is replaced without a session waits for the next start of the app', async () => {
  await putSession({ ...sessionOf('anna'), accessToken: null })
  await changed(subscriptionAt('https://push.example.org/new'))
  expect(calls).toEqual([])
  expect(await getPush()).toEqual(push)

  const session = { ...sessionOf('anna'), accessToken: 'a.next-session.1.mac' }
  await putSession(session)
  await startPage(session)
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([
    sentFor(session, 'https://push.example.org/new'),
  ])
  expect(await getPush()).toMatchObject({
    endpoint: 'https://push.example.org/new',
    session: 'next-session',
  })
})

test('TOGETHER-1 without a network the replaced subscription waits for the next start of the app too', async () => {
  status = 0
  await changed(subscriptionAt('https://push.example.org/new'))
  expect(await getPush()).toEqual(push)
  calls = []
  status = 200
  await startPage(sessionOf('anna'))
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([
    sentFor(sessionOf('anna'), 'https://push.example.org/new'),
  ])
})

test('TOGETHER-1 a replaced subscription is never sent under another account', async () => {
  await putSession(sessionOf('ben'))
  for (const next of [subscriptionAt('https://push.example.org/new'), null]) await changed(next)
  expect([calls, pushManager.subscribed, await getPush()]).toEqual([[], 0, push])

  // Ben signs in while the browser subscribes for Anna.
  await putSession(sessionOf('anna'))
  pushManager.meanwhile = () => putSession(sessionOf('ben'))
  await changed(null)
  expect(pushManager.subscribed).toBe(1)
  expect((await getSession())?.userId).toBe('ben')
  expect([calls, await getPush()]).toEqual([[], push])
})

test('TOGETHER-1 a choice made at any moment while another one is sent is stored, shown and sent', async () => {
  pushManager.subscription = subscriptionAt(push.endpoint)
  await startPage(sessionOf('anna'))
  for (let steps = 0; steps < 60; steps++) {
    await keepPush(push)
    await readPush()
    const sending = changePush({ kinds: { ...push.kinds, trips: true } })
    for (let step = 0; step < steps; step++) await new Promise(setImmediate)
    const shown: unknown[] = []
    const unsubscribe = usePush.subscribe((state) => shown.push(state.push?.quiet))
    await changePush({ quiet: null })
    await sending
    unsubscribe()
    const both = { kinds: { ...push.kinds, trips: true }, quiet: null }
    expect(usePush.getState().push).toMatchObject(both)
    expect([...new Set(shown)], `shown after ${steps} steps`).toEqual([null])
    expect(await getPush(), `stored after ${steps} steps`).toMatchObject(both)
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject(both)
  }
})

test('TOGETHER-1 another key of the server is noticed at the next start, though all was sent just now', async () => {
  const sentAt = Date.now()
  await keepPush({ ...push, sentAt, language: currentLanguage() })
  pushManager.subscription = subscriptionAt(push.endpoint)
  // A restored backup: the server has lost its key and its devices.
  known = { vapidPublicKey: 'BBBB', devices: [] }
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => undefined)
  await startPage(sessionOf('anna'), watchPush)
  await vi.waitFor(async () => expect(await getPush()).toMatchObject({ vapidPublicKey: 'BBBB' }))
  expect(pushManager.subscribed).toBe(1)
  expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
    { body: { subscription: { endpoint: 'https://push.example.org/made' } } },
  ])
  // Once is enough.
  await syncPush()
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('TOGETHER-1 a device whose browser no longer allows notifications leaves the list of those that get them, and comes back with what was chosen', async () => {
  await startPage(sessionOf('anna'), syncPush, 'denied')
  expect(calls.map(({ method, path }) => [method, path])).toEqual([
    ['DELETE', `/api/v3/me/push/${push.deviceId}`],
  ])
  await startPage(sessionOf('anna'), syncPush, 'denied')
  expect(calls).toHaveLength(1)

  calls = []
  await startPage(sessionOf('anna'))
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([
    sentFor(sessionOf('anna'), 'https://push.example.org/made'),
  ])
})

/** The app starts in a page. */
async function startPage(
  session: Session,
  begin: () => unknown = syncPush,
  permission: NotificationPermission = 'granted',
): Promise<void> {
  vi.stubGlobal('PushManager', () => undefined)
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  useSession.setState({ session })
  await begin()
}
