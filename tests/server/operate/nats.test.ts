import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { connect as connectNats } from '@nats-io/transport-node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../support/database.ts'
import { startLogged } from '../../support/logged.ts'
import { type Nats, natsServer, startNats } from '../../support/services/nats.ts'
import { newList, type Person, share, type TestServer, testServer } from '../../support/server.ts'
import { openStream, sawEvent, type Stream } from '../../support/stream.ts'

const account = (who: Person) => `koszyk.v1.account.${who.id}`

async function nats(begin = true): Promise<Nats> {
  const { servers, stop } = await startNats({ begin })
  onTestFinished(stop)
  return servers[0] as Nats
}

/** Instances of the server on one database and one NATS. */
async function instances<N extends number>(count: N, { url }: { url: string }): Promise<TestServer[]> {
  const env = { DATABASE_URL: await freshDatabase(), NATS_URL: url }
  return Promise.all(Array.from({ length: count }, () => testServer({ env })))
}

async function counted({ app }: TestServer, outcome: 'sent' | 'heard' | 'dropped'): Promise<number> {
  const metric = await app.services.live.metrics[0]?.get()
  const found = metric?.values.find(({ labels }) => labels['outcome'] === outcome)
  return found?.value ?? Number.NaN
}

const isConnected = async ({ app }: TestServer) =>
  (await app.services.live.metrics[1]?.get())?.values[0]?.value === 1

async function greeted(server: TestServer, who: Person): Promise<Stream> {
  const stream = await openStream(server, who)
  await sawEvent(stream, 'hello')
  return stream
}

const add = (server: TestServer, who: Person, list: string, productName: string) =>
  server.call(who, 'POST', `/api/v3/list/${list}/product`, { productName })

const named = (stream: Stream, name: string) => stream.events.filter(([one]) => one === name)

/** Publishes to NATS as somebody else who can reach it. */
async function stranger({ port }: Nats) {
  const client = await connectNats({ servers: `127.0.0.1:${port}`, user: 'koszyk', pass: 'letmein' })
  onTestFinished(() => client.close())
  return client
}

describe.skipIf(!natsServer)('over a real NATS server', () => {
  test('RUN-9 a poke reaches the streams of another instance, and no instance without a stream of the list', async () => {
    const [here, there, apart] = (await instances(3, await nats())) as [TestServer, TestServer, TestServer]
    const ala = await here.person('ala@example.pl')
    const ola = await there.person('ola@example.pl')
    const ela = await apart.person('ela@example.pl')
    const list = await newList(here, ala)
    const [hers, other] = [await greeted(there, ola), await greeted(apart, ela)]
    // Shared while the stream is open.
    await share(here, ala, list, ola, 'edit')
    await sawEvent(hers, 'lists')
    const before = await counted(apart, 'heard')
    await add(here, ala, list, 'Milk')
    await sawEvent(hers, 'poke', { list, head: 1 })
    const many = Array.from({ length: 500 }, (_, i) => ({ list: `unknown-${i}`, head: i }))
    await here.app.services.live.publish({ pokes: [...many, { list, head: 2 }] })
    await sawEvent(hers, 'poke', { list, head: 2 })
    expect(hers.text()).not.toContain('unknown')
    // NATS keeps the order of one sender, so what comes after says that nothing came before.
    await here.app.services.live.publish({ overview: [ela.id] })
    await sawEvent(other, 'lists')
    expect(await counted(apart, 'heard')).toBe(before + 1)

    // Whoever is no member any more is told so, and nothing after it.
    await here.call(ala, 'DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ola.email}`)
    const told = named(hers, 'lists').length
    await add(here, ala, list, 'Bread')
    await here.app.services.live.publish({ overview: [ola.id] })
    await expect.poll(() => named(hers, 'lists').length).toBeGreaterThan(told)
    expect(named(hers, 'poke')).toHaveLength(2)
  })

  test('RUN-9 a stream begins with its hello only once NATS knows whom it is for', async () => {
    const broker = await nats()
    const [here, there] = (await instances(2, broker)) as [TestServer, TestServer]
    const ala = await here.person('ala@example.pl')
    const list = await newList(here, ala)
    broker.pause()
    const stream = await openStream(there, ala)
    await expect.poll(() => there.app.services.live.size()).toBe(1)
    await there.call(ala, 'GET', '/api/v3/lists')
    expect(stream.events).toEqual([])
    broker.resume()
    await sawEvent(stream, 'hello')
    await here.app.services.live.publish({ pokes: [{ list, head: 1 }] })
    await sawEvent(stream, 'poke', { list, head: 1 })
    // The account is followed while one of its streams is open.
    const second = new AbortController()
    await openStream(there, ala, second)
    second.abort()
    await expect.poll(() => there.app.services.live.size()).toBe(1)
    await here.app.services.live.publish({ pokes: [{ list, head: 2 }] })
    await sawEvent(stream, 'poke', { list, head: 2 })
  })

  test('RUN-9 a session that ends is ended on the other instance', async () => {
    const [here, there] = (await instances(2, await nats())) as [TestServer, TestServer]
    const ala = await here.person('ala@example.pl')
    const stream = await greeted(there, ala)
    await here.call(null, 'POST', '/oauth/v2/revoke', { token: ala.access })
    await stream.ended
    expect((await there.call(ala, 'GET', '/api/v3/me')).status).toBe(401)
  })

  test('RUN-9 trips and presence travel, also to a stream that moves to another instance', async () => {
    const servers = (await instances(3, await nats())) as [TestServer, TestServer, TestServer]
    const [here, there, third] = servers
    const ala = await here.person('ala@example.pl')
    const ola = await there.person('ola@example.pl')
    const list = await newList(here, ala)
    await share(here, ala, list, ola, 'edit')
    const [mine, hers] = [await greeted(here, ala), await greeted(there, ola)]
    const at = `/api/v3/list/${list}`
    // A proxy passes each call to any instance.
    await third.call(ala, 'POST', `${at}/here`)
    await here.call(ola, 'POST', `${at}/here`, { shopping: true })
    const person = (name: string, shopping: boolean) => ({
      list,
      people: [{ name, imageName: null, shopping }],
    })
    await sawEvent(mine, 'presence', person('ola', true))
    await sawEvent(hers, 'presence', person('ala', false))
    await third.call(ola, 'POST', `${at}/trip`, { shop: 'Corner' })
    await sawEvent(mine, 'trip', expect.objectContaining({ list, name: 'ola', shopping: true }))

    // An instance without streams of them asks those that have one, so that nobody is notified of what they see.
    const { isOpen } = third.app.services.live
    expect(await isOpen(list, ola.id)).toBe(true)
    expect(await isOpen('another', ola.id)).toBe(false)
    expect(await isOpen(list, 'nobody')).toBe(false)

    const moved = await greeted(third, ala)
    await there.call(ala, 'POST', `${at}/here`)
    await sawEvent(moved, 'presence', person('ola', true))
    await here.call(ola, 'DELETE', `${at}/here`)
    for (const stream of [mine, moved])
      await expect.poll(() => named(stream, 'presence').at(-1)?.[1]).toEqual({ list, people: [] })
    for (const { app } of servers) expect(await app.services.live.isOpen(list, ola.id)).toBe(false)

    await here.call(null, 'POST', '/oauth/v2/revoke', { token: ola.access })
    for (const stream of [mine, moved])
      await expect
        .poll(() => named(stream, 'trip').at(-1)?.[1])
        .toEqual({ list, name: 'ola', imageName: null, shopping: false })
  })

  test('RUN-9 NATS that is killed and comes back loses no edit: every stream is told to look', async () => {
    const broker = await nats()
    const servers = (await instances(2, broker)) as [TestServer, TestServer]
    const [here, there] = servers
    const ala = await here.person('ala@example.pl')
    const ola = await there.person('ola@example.pl')
    const list = await newList(here, ala)
    await share(here, ala, list, ola, 'edit')
    const [mine, hers] = [await greeted(there, ala), await greeted(there, ola)]
    await here.app.services.live.publish({ overview: [ala.id, ola.id] })
    for (const stream of [mine, hers]) await sawEvent(stream, 'lists')

    await broker.kill()
    for (const server of servers) await expect.poll(() => isConnected(server)).toBe(false)
    const told = named(mine, 'lists').length
    expect((await add(here, ala, list, 'Milk')).status).toBe(201)
    // A stream that is opened meanwhile waits for nothing, and is told later too.
    const late = await greeted(there, ala)
    // Its end is not heard, but found.
    await here.call(null, 'POST', '/oauth/v2/revoke', { token: ola.access })
    await broker.start()
    for (const server of servers) await expect.poll(() => isConnected(server)).toBe(true)
    await expect.poll(() => named(mine, 'lists').length).toBeGreaterThan(told)
    await sawEvent(late, 'lists')
    await hers.ended
    expect((await there.call(ala, 'GET', `/api/v3/list/${list}`)).body.products).toHaveLength(1)
    await add(here, ala, list, 'Bread')
    for (const stream of [mine, late]) await sawEvent(stream, 'poke', { list, head: 2 })
  })

  test('RUN-9 without NATS the server starts, warns once, and connects later', async () => {
    const broker = await nats(false)
    const env = { DATABASE_URL: await freshDatabase(), NATS_URL: broker.url }
    const there = await testServer({ env })
    // The other instance has no clock of the test.
    there.clock.now = Date.now()
    const ala = await there.person('ala@example.pl')
    const list = await newList(there, ala)
    const stream = await greeted(there, ala)
    const logged = await startLogged({ ...env, LOG_LEVEL: 'warn' })
    await broker.start()
    await expect.poll(() => isConnected(there)).toBe(true)
    await sawEvent(stream, 'lists')
    let count = 0
    const poked = async () => {
      count++
      const reply = await fetch(`http://localhost:${logged.port}/api/v3/list/${list}/product`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ala.access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ productName: `Product ${count}` }),
      })
      expect(reply.status).toBe(201)
      return named(stream, 'poke').length
    }
    await expect.poll(poked, { interval: 200 }).toBeGreaterThan(0)
    const warnings = logged.output().match(/NATS \(NATS_URL\) does not answer/g)
    expect(warnings).toHaveLength(1)
    expect(logged.output()).not.toContain('letmein')
  })

  test('RUN-9 junk and messages of others end no process, and show nobody what is not theirs', async () => {
    const broker = await nats()
    const [here, there] = (await instances(2, broker)) as [TestServer, TestServer]
    const ala = await here.person('ala@example.pl')
    const ola = await here.person('ola@example.pl')
    const list = await newList(here, ola)
    await here.call(ola, 'POST', `/api/v3/list/${list}/trip`, { shop: 'Corner' })
    const stream = await greeted(there, ala)
    const client = await stranger(broker)
    const junk: (string | Uint8Array)[] = [
      '',
      'junk',
      'null',
      '{}',
      '[]',
      '[1]',
      '["x",1]',
      '["x",["poke"]]',
      '["x",["poke","l","1"]]',
      '["x",["poke",{"a":1},1]]',
      '["x",["poke","two words",1]]',
      '["x",["open","l","a"]]',
      '["x",["open","l","a","s",-1]]',
      '["x",["unheard","l","a","s"]]',
      `["x",["overview","${'a'.repeat(65)}"]]`,
      '['.repeat(100_000),
      new Uint8Array([0xff, 0xfe, 0x00, 0x80]),
      'x'.repeat(900_000),
    ]
    for (const subject of [account(ala), 'koszyk.v1.all'])
      for (const one of junk) client.publish(subject, one)
    client.publish(account(ala), 'two words', { reply: 'koszyk.v1.inbox.x' })
    await expect.poll(() => counted(there, 'dropped')).toBe(2 * junk.length + 1)
    // In the right form, but about a list of others, and for an account that is not the subject's.
    const forged = [
      ['trip', list, ola.id],
      ['open', list, ola.id, 'session'],
      ['overview', ola.id],
      ['ended', ala.id],
      ['ask', list, ola.id],
    ]
    client.publish(account(ala), JSON.stringify(['x', ...forged]))
    client.publish(account(ala), JSON.stringify(['x', ['overview', ala.id]]))
    await sawEvent(stream, 'lists')
    expect(stream.events.map(([name]) => name).toSorted()).toEqual(['hello', 'lists'])
  })

  test('RUN-9 one of three NATS servers may go, and encryption that is asked for is not done without', async () => {
    const { servers: cluster, stop } = await startNats({ count: 3 })
    onTestFinished(stop)
    const [one, two, three] = cluster as [Nats, Nats, Nats]
    const DATABASE_URL = await freshDatabase()
    const reached = async (...urls: string[]) =>
      testServer({ env: { DATABASE_URL, NATS_URL: urls.join(',') } })
    const here = await reached(one.url, two.url)
    const there = await reached(three.url)
    const refused = await reached(one.url.replace('nats:', 'tls:').replace('127.0.0.1', 'localhost'))
    const ala = await here.person('ala@example.pl')
    const list = await newList(here, ala)
    const stream = await greeted(there, ala)
    // The servers may still be finding each other, and the instance a server.
    let head = 0
    const poked = async () => {
      head++
      await here.app.services.live.publish({ pokes: [{ list, head }] })
      return named(stream, 'poke').length
    }
    await expect.poll(poked).toBeGreaterThan(0)
    const before = named(stream, 'poke').length
    await one.kill()
    const more = async () => (await poked()) > before + 1
    await expect.poll(more).toBe(true)
    expect(await isConnected(refused)).toBe(false)
  })

  test('RUN-9 with tls:// a poke travels encrypted, and only to a server whose certificate is trusted', async () => {
    const { servers, certificate = '', stop } = await startNats({ tls: true })
    onTestFinished(stop)
    const { url } = servers[0] as Nats
    const DATABASE_URL = await freshDatabase()
    const reached = () => testServer({ env: { DATABASE_URL, NATS_URL: url } })
    const distrusting = await reached()
    expect(await isConnected(distrusting)).toBe(false)
    // What NODE_EXTRA_CA_CERTS does when a process starts.
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, certificate])
    onTestFinished(() => setDefaultCACertificates(trusted))
    const [here, there] = [await reached(), await reached()]
    expect([await isConnected(here), await isConnected(there)]).toEqual([true, true])
    const ala = await here.person('ala@example.pl')
    const list = await newList(here, ala)
    const stream = await greeted(there, ala)
    await add(here, ala, list, 'Milk')
    await sawEvent(stream, 'poke', { list, head: 1 })
  })
})
