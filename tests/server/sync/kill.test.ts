import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { App } from '../../support/app.ts'
import { dialect } from '../../support/database.ts'
import { startCluster, urlOf } from '../../support/postgres.ts'

const rounds = process.env['NIGHTLY'] ? 20 : 4
const batchOps = 5
const password = 'correct horse battery'

/** Real servers on a real disk: one with SQLite, three on one PostgreSQL in its own cluster, with durable settings. */
async function startApps(): Promise<App[]> {
  // Compiled code is cached, so that each start is fast.
  const env: Record<string, string> = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') }
  if (dialect === 'postgres') {
    const cluster = await startCluster({ fsync: 'on' })
    onTestFinished(cluster.stop)
    env['DATABASE_URL'] = urlOf(cluster.folder, 'postgres')
  }
  const apps: App[] = []
  for (let i = 0; i < (dialect === 'postgres' ? 3 : 1); i++) {
    const app = await App.start(env)
    onTestFinished(() => app.stop())
    apps.push(app)
  }
  return apps
}

interface Call {
  path: string
  body: object
  key?: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves to whether the server acknowledged the write. */
async function post(app: App, token: string, { path, body, key }: Call): Promise<boolean> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  // Any answer but success or 429 is a bug in this test or the server.
  if (!response.ok && response.status !== 429) throw new Error(`${path}: ${response.status} ${text}`)
  return response.ok
}

/** Writes without pause, and repeats each request until it is acknowledged, as a device does, to any of the servers. */
function startWriter(apps: readonly App[], token: string, next: (n: number) => Call) {
  let calls = 0
  const writer = { acknowledged: 0, repeated: 0, isStopped: false, done: Promise.resolve() }
  const isSent = (call: Call) =>
    post(apps[calls++ % apps.length] as App, token, call).catch((error: unknown) => {
      // fetch throws this when there was no answer, or only half of one.
      if (error instanceof TypeError) return false
      throw error
    })
  writer.done = (async () => {
    while (!writer.isStopped) {
      const call = next(writer.acknowledged)
      while (!(await isSent(call))) {
        writer.repeated++
        await pause(50)
      }
      writer.acknowledged++
    }
  })()
  return writer
}

test(
  'OFFLINE-6 RUN-6 a server, or one of three, killed again and again under load loses nothing it acknowledged, and does nothing twice',
  { timeout: 600_000 },
  async () => {
    const apps = await startApps()
    const [app] = apps as [App]
    const tokens = []
    for (let i = 0; i < 3; i++) tokens.push(await app.member(`writer${i}@example.pl`, password))
    const [one = '', two = '', three = ''] = tokens
    const newList = async (token: string) =>
      (await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)).id
    const [named, keyed, synced] = [await newList(one), await newList(two), await newList(three)]
    const key = (n: number) => `0199aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`
    const sync = (client: string) => (n: number) => ({
      path: `/api/v3/list/${synced}/sync`,
      body: {
        v: 1,
        client,
        request: `r${n}`,
        cursor: 1,
        ops: Array.from({ length: batchOps }, (_, i) => {
          const seq = n * batchOps + i + 1
          const name = `${client}-${seq}`
          return { seq, opId: name, op: 'add', productId: name, value: { productName: name }, ageMs: 0 }
        }),
      },
    })
    // cursor 1 must exist before the first pull of a delta
    await post(app, three, { path: `/api/v3/list/${synced}/product`, body: { productName: 'first' } })
    const writers = {
      named: startWriter(apps, one, (n) => ({
        path: `/api/v3/list/${named}/product`,
        body: { id: `id-${n}`, productName: `named ${n}` },
      })),
      keyed: startWriter(apps, two, (n) => ({
        path: `/api/v3/list/${keyed}/product`,
        body: { productName: `keyed ${n}` },
        key: key(n),
      })),
      lists: startWriter(apps, one, (n) => ({
        path: '/api/v3/list',
        body: { _list_name: `list ${n % 900}` },
        key: key(n % 900),
      })),
      ala: startWriter(apps, three, sync('ala')),
      ola: startWriter(apps, three, sync('ola')),
    }
    const all = Object.values(writers)
    // Makes a failed writer fail the test at once, during the rounds.
    const failed = Promise.all(all.map((writer) => writer.done))
    failed.catch(() => undefined)
    for (let round = 0; round < rounds; round++) {
      await Promise.race([pause(50 + Math.random() * 250), failed])
      const victim = apps[round % apps.length] as App
      await victim.kill()
      await victim.start()
    }
    for (const writer of all) writer.isStopped = true
    await failed

    const names = async (list: string, token: string) => {
      const { products } = await app.call<{ products: { productName: string }[] }>(
        'GET',
        `/api/v3/list/${list}`,
        undefined,
        token,
      )
      return products.map((product) => product.productName).toSorted()
    }
    const expected = (count: number, name: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => name(n)).toSorted()
    expect(await names(named, one)).toEqual(expected(writers.named.acknowledged, (n) => `named ${n}`))
    expect(await names(keyed, two)).toEqual(expected(writers.keyed.acknowledged, (n) => `keyed ${n}`))
    const pushed = [writers.ala, writers.ola].map((writer) => writer.acknowledged * batchOps)
    expect(await names(synced, three)).toEqual(
      [
        'first',
        ...expected(pushed[0] ?? 0, (n) => `ala-${n + 1}`),
        ...expected(pushed[1] ?? 0, (n) => `ola-${n + 1}`),
      ].toSorted(),
    )
    const about = (list: string, token: string) =>
      app.call<{ head: number }>('GET', `/api/v3/list/${list}`, undefined, token)
    expect((await about(synced, three)).head).toBe(1 + (pushed[0] ?? 0) + (pushed[1] ?? 0))
    const lists: string[] = []
    for (let page = 1; lists.length === (page - 1) * 200; page++) {
      const path = `/api/v3/lists?limit=200&page=${page}`
      const { items } = await app.call<{ items: { listName: string }[] }>('GET', path, undefined, one)
      lists.push(...items.map((item) => item.listName))
    }
    const made = expected(Math.min(900, writers.lists.acknowledged), (n) => `list ${n}`)
    expect(lists.toSorted()).toEqual(['Weekend', ...made].toSorted())
    // If no kill interrupted a writer, the test proves nothing.
    for (const writer of all) expect(writer.repeated).toBeGreaterThan(0)
  },
)
