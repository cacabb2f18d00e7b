import { createHash, webcrypto } from 'node:crypto'
import { createServer } from 'node:http'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newPasskey } from '../../support/ways-in/authenticator.ts'
import { oidcClient, type Somebody, startProvider } from '../../support/ways-in/provider.ts'
import {
  newList,
  password,
  personOf,
  type Person,
  testServer,
  type TestServer,
  webClient,
} from '../../support/server.ts'

const origin = 'https://lists.example.org'
const env = { PUBLIC_URL: origin }
const minute = 60_000
const post = (server: TestServer, who: Person | null, path: string, body: object = {}, headers = {}) =>
  server.call(who, 'POST', path, body, headers)
const grant = (server: TestServer, type: string, more: object, headers = {}) =>
  post(server, null, '/oauth/v2/token', { grant_type: type, ...webClient, ...more }, headers)
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codeAt = (time: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })
async function addTotp(server: TestServer, who: Person): Promise<string[]> {
  const reply = await post(server, who, '/api/v3/me/totp', {
    secret,
    code: codeAt(server.clock.now),
    password,
  })
  expect(reply.status).toBe(200)
  server.clock.now += minute
  return reply.body.codes
}
async function withProvider(more: Record<string, string> = {}) {
  const provider = await startProvider(origin)
  onTestFinished(async () => void (await provider.close()))
  const env = {
    PUBLIC_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
    OIDC_NAME: 'Home',
    ...more,
  }
  return { provider, server: await testServer({ env }) }
}
async function start(server: TestServer, query = '', headers = {}) {
  const reply = await server.call(null, 'GET', `/auth/oidc/start${query}`, undefined, headers)
  const set = String(reply.headers['set-cookie'])
  return { to: String(reply.headers['location']), cookie: set.split(';')[0] ?? '', set, reply }
}
async function callback(server: TestServer, at: string, cookie: string) {
  const { pathname, search } = new URL(at)
  return String(
    (await server.call(null, 'GET', pathname + search, undefined, { cookie })).headers['location'],
  )
}
type Provider = Awaited<ReturnType<typeof startProvider>>
async function come(server: TestServer, provider: Provider, who: Somebody | null, query = '') {
  provider.now.who = who
  const { to, cookie } = await start(server, query)
  const at = await callback(server, await provider.visit(to), cookie)
  const [path, ticket = ''] = at.split('#provider=')
  return { path, ticket, cookie }
}
const enter = (
  server: TestServer,
  { ticket, cookie }: { ticket: string; cookie: string },
  more: object = {},
) => grant(server, 'provider', { ticket, ...more }, { cookie, origin })
const ann = { sub: 'ann-1', email: 'ann@example.org', email_verified: true, name: 'Ann' }

test('OPEN-5 SAFE odd JSON of a passkey is refused, and is no server error', async () => {
  const server = await testServer({ env })
  const got: unknown[] = []
  for (const id of [{ toString: 1 }, { toString: 1, valueOf: 1 }, 'a\u0000b', ['x', ['y']]]) {
    const r = await grant(server, 'passkey', { passkey: { id, response: {} } })
    got.push([r.status, r.body.code ?? r.body.error])
  }
  expect(got.every((one) => (one as number[])[0] === 400)).toBe(true)
})

test('OPEN-5 where nothing can be stored, that is said, and not that the passkey is wrong', async () => {
  const server = await testServer({ env })
  const person = await server.person(ann.email)
  const { body } = await post(server, person, '/api/v3/me/passkeys/options', { password })
  const full = vi.spyOn(server.db, 'deleteFrom').mockImplementation(() => {
    throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
  })
  const made = { name: 'x', passkey: newPasskey(origin).made(body) }
  const refused = await post(server, person, '/api/v3/me/passkeys/verify', made)
  full.mockRestore()
  expect(refused.body.code).toBe('storageFull')
  // The challenge is still good.
  expect((await post(server, person, '/api/v3/me/passkeys/verify', made)).status).toBe(200)
})

test('OPEN-5 linking by the password at log-in is mailed to the owner', async () => {
  const { server, provider } = await withProvider()
  await server.person(ann.email)
  const back = await come(server, provider, ann)
  const { ticket } = (await enter(server, back)).body
  expect((await enter(server, { ...back, ticket }, { password })).status).toBe(200)
  const mails = await server.mails()
  expect(mails.some((m) => m.includes('way to log in'))).toBe(true)
})

test('OPEN-5 with a second factor the right password links too, once', async () => {
  const { server, provider } = await withProvider({ LOCAL_LOGIN: 'false' })
  const person = await server.person(ann.email)
  const codes = await addTotp(server, person)
  for (const code of [codes[0], codes[1]]) {
    const back = await come(server, provider, ann)
    const asked = await enter(server, back)
    if (asked.status === 200) return
    const half = await enter(server, { ...back, ticket: asked.body.ticket }, { password })
    expect(half.body.error).toBe('second_factor_required')
    const r = await grant(server, 'second_factor', { ticket: half.body.ticket, code })
    expect(r.status).toBe(200)
  }
  const back = await come(server, provider, ann)
  expect((await enter(server, back)).body.error).toBeUndefined()
})

test('OPEN-5 nobody removes the only way into an account', async () => {
  const { server, provider } = await withProvider({ LOCAL_LOGIN: 'false' })
  const session = personOf(ann.email, await enter(server, await come(server, provider, ann)))
  const away = await server.call(session, 'DELETE', '/api/v3/me/ways-in/provider', { password: 'any' })
  expect(away.status).not.toBe(200)
})

test('OPEN-5 a new issuer lets an account without a password in again', async () => {
  const { server, provider } = await withProvider({ LOCAL_LOGIN: 'false' })
  await enter(server, await come(server, provider, ann))
  await server.db
    .updateTable('proof')
    .set({ key: 'https://old.example.org ann-1', name: 'Old' })
    .where('kind', '=', 'linked')
    .execute()
  const again = await enter(server, await come(server, provider, ann))
  expect(again.status).toBe(200)
})

test('OPEN-5 who must wait after wrong codes gets the next ticket', async () => {
  const server = await testServer({ env })
  const person = await server.person(ann.email)
  await addTotp(server, person)
  let ticket = (await server.logIn(ann.email)).body.ticket
  let r
  for (let i = 0; i < 8; i++) {
    r = await grant(server, 'second_factor', { ticket, code: `00000${i}` })
    ticket = r.body.ticket
    if (r.status === 429) break
  }
  expect(r?.status).toBe(429)
  server.clock.now += 9 * minute
  expect((await grant(server, 'second_factor', { ticket, code: codeAt(server.clock.now) })).status).toBe(200)
})

test('OPEN-5 SAFE strangers cannot make the server ask the provider without end', async () => {
  const { server, provider } = await withProvider()
  const real = globalThis.fetch
  let asked = 0
  globalThis.fetch = ((...args: Parameters<typeof fetch>) => {
    if (String(args[0] instanceof Request ? args[0].url : args[0]).includes('.well-known')) asked++
    return real(...args)
  }) as typeof fetch
  onTestFinished(() => void (globalThis.fetch = real))
  const statuses: number[] = []
  let last
  for (let i = 0; i < 80; i++) {
    last = await start(server)
    statuses.push(last.reply.status)
  }
  void provider
  expect(asked).toBeLessThanOrEqual(61)
})

test('OPEN-5 an address that a stranger registered and never activated does not shut its owner out', async () => {
  const { server, provider } = await withProvider()
  await server.register(ann.email)
  const s = await enter(server, await come(server, provider, ann))
  expect(s.status).toBe(200)
})

test('OPEN-5 a passkey that a thief added does not outlive a new password by mail', async () => {
  const server = await testServer({ env })
  const person = await server.person(ann.email)
  const passkey = newPasskey(origin)
  const { body } = await post(server, person, '/api/v3/me/passkeys/options', { password })
  await post(server, person, '/api/v3/me/passkeys/verify', { name: 'thief', passkey: passkey.made(body) })
  const mail = (await server.mails()).at(-1) ?? ''
  expect(mail).toContain('It was not me: set a new password')
  await post(server, null, '/api/v3/profile/reset_password/step1', { email: ann.email })
  const link = new URL(await server.lastLink()).pathname.split('/').at(-1)
  expect(
    (
      await post(server, null, `/api/v3/profile/reset_password/step2/${link}`, {
        email: ann.email,
        password: 'another battery staple',
      })
    ).status,
  ).toBe(200)
  const r = await grant(server, 'passkey', {
    passkey: passkey.shown((await post(server, null, '/oauth/v2/passkey/options')).body),
  })
  expect(r.status).not.toBe(200)
})

test('OPEN-5 who was invited by mail and comes by the provider gets the list', async () => {
  const { server, provider } = await withProvider()
  const bob = await server.person('bob@example.org')
  const invited = async (email: string) => {
    const list = await newList(server, bob)
    const inv = await post(server, bob, `/api/v3/list/${list}/invite`, { email, permission: 'edit' })
    expect(inv.status).toBe(201)
    return list
  }
  const list = await invited(ann.email)
  const s = await enter(server, await come(server, provider, ann))
  expect(s.status).toBe(200)
  const members = async (id: string) =>
    (
      await server.db
        .selectFrom('member')
        .select(['account_id', 'accepted'])
        .where('list_id', '=', id)
        .execute()
    ).map((m) => m.account_id)
  expect(await members(list)).toContain(s.body.user_id)
})

test('OPEN-5 an account has one link', async () => {
  const { server, provider } = await withProvider()
  const person = await server.person(ann.email)
  await server.db
    .insertInto('proof')
    .values({
      kind: 'linked',
      key: 'https://old.example.org ann-1',
      account_id: person.id,
      name: 'Old',
      created_at: server.clock.now - 1000,
    })
    .execute()
  const back = await come(server, provider, ann)
  const { ticket } = (await enter(server, back)).body
  expect((await enter(server, { ...back, ticket }, { password })).status).toBe(200)
  const ways = (await server.call(person, 'GET', '/api/v3/me/ways-in')).body
  expect(ways.provider).toBe('Home')
})

test('OPEN-5 who has the password cannot keep the owner and the passkey out of the second step', async () => {
  const server = await testServer({ env: { PUBLIC_URL: origin, TRUST_PROXY: 'true' } })
  const person = await server.person('ann@example.org')
  const passkey = newPasskey(origin)
  const { body } = await post(server, person, '/api/v3/me/passkeys/options', { password })
  await post(server, person, '/api/v3/me/passkeys/verify', { name: 'x', passkey: passkey.made(body) })
  await addTotp(server, person)
  const statuses: number[] = []
  for (let i = 0; i < 24; i++) {
    const headers = { 'x-forwarded-for': `10.1.${i}.1` }
    const { ticket } = (await server.logIn('ann@example.org', {}, headers)).body
    statuses.push((await grant(server, 'second_factor', { ticket, code: '000000' }, headers)).status)
  }
  const here = { 'x-forwarded-for': '192.0.2.7' }
  const half = (await server.logIn('ann@example.org', {}, here)).body
  const r = await grant(
    server,
    'second_factor',
    { ticket: half.ticket, passkey: passkey.shown(half.passkey) },
    here,
  )
  expect(r.status).toBe(200)
})

test('OPEN-5 each change of the ways to log in is mailed, also the sixth of a day', async () => {
  const server = await testServer({ env: { PUBLIC_URL: 'https://lists.example.org' } })
  const p = await server.person('ann@example.org')
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now })
  expect((await server.call(p, 'POST', '/api/v3/me/totp', { password, secret, code })).status).toBe(200)
  for (let i = 0; i < 4; i++) await server.call(p, 'POST', '/api/v3/me/recovery-codes', { password })
  await server.call(p, 'DELETE', '/api/v3/me/ways-in/second-factor', { password })
  const mails = (await server.mails()).filter((m) => /^Subject: .*way to log in/mu.test(m))
  expect(mails.length).toBe(6)
})

test('OPEN-5 SAFE a new passkey does not make the server fetch what its sender names', async () => {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as never)
  const hits: string[] = []
  const inner = createServer((q, r) => {
    hits.push(`${q.method} ${q.url}`)
    r.end('x')
  })
  await new Promise<void>((ok) => inner.listen(0, '127.0.0.1', ok))
  const port = (inner.address() as { port: number }).port
  const alg = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = () => webcrypto.subtle.generateKey(alg, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
  const [rk, lk] = [await keys(), await keys()]
  const from = new Date(Date.now() - 864e5),
    to = new Date(Date.now() + 864e5)
  const times = { notBefore: from, notAfter: to, signingAlgorithm: alg }
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Root',
    ...times,
    keys: rk,
  })
  const server = await testServer({ env: { PUBLIC_URL: origin } })
  const person = await server.person('mallory@example.org')
  const options = (await server.call(person, 'POST', '/api/v3/me/passkeys/options', { password })).body
  const client = Buffer.from(
    JSON.stringify({ type: 'webauthn.create', challenge: options.challenge, origin }),
  )
  const hash = createHash('sha256').update(client).digest()
  const description = Buffer.concat([
    Buffer.from([0x30, 12 + 2 + 32 + 2 + 4, 2, 1, 3, 10, 1, 1, 2, 1, 4, 10, 1, 1, 4, 32]),
    hash,
    Buffer.from([4, 0, 0x30, 0, 0x30, 0]),
  ])
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: '03',
    subject: 'CN=Leaf',
    issuer: root.subject,
    ...times,
    publicKey: lk.publicKey,
    signingKey: rk.privateKey,
    extensions: [
      new x509.CRLDistributionPointsExtension([`http://127.0.0.1:${port}/internal?x=1`]),
      new x509.Extension('1.3.6.1.4.1.11129.2.1.17', false, description),
    ],
  })
  const raw = Buffer.from(await webcrypto.subtle.exportKey('raw', lk.publicKey))
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    raw.subarray(1, 33),
    Buffer.from('225820', 'hex'),
    raw.subarray(33, 65),
  ])
  const id = Buffer.alloc(16, 7)
  const auth = Buffer.concat([
    createHash('sha256').update('lists.example.org').digest(),
    Buffer.from([0x45]),
    Buffer.alloc(4),
    Buffer.alloc(16),
    Buffer.from([0, 16]),
    id,
    cose,
  ])
  const bytes = (b: Uint8Array) =>
    Buffer.concat([
      Buffer.from(
        b.length < 24
          ? [0x40 + b.length]
          : b.length < 256
            ? [0x58, b.length]
            : [0x59, b.length >> 8, b.length & 255],
      ),
      b,
    ])
  const text = (t: string) => Buffer.concat([Buffer.from([0x60 + t.length]), Buffer.from(t)])
  const object = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('android-key'),
    text('attStmt'),
    Buffer.from([0xa3]),
    text('alg'),
    Buffer.from([0x26]),
    text('sig'),
    bytes(Buffer.alloc(8, 1)),
    text('x5c'),
    Buffer.from([0x82]),
    bytes(new Uint8Array(leaf.rawData)),
    bytes(new Uint8Array(root.rawData)),
    text('authData'),
    bytes(auth),
  ])
  const passkey = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      attestationObject: object.toString('base64url'),
    },
  }
  const r = await server.call(person, 'POST', '/api/v3/me/passkeys/verify', { name: 'x', passkey })
  inner.close()
  expect([r.status, hits]).toEqual([400, []])
})
