import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/config.ts'
import { plainRequest, rawly } from '../../support/raw.ts'
import { startLogged } from '../../support/logged.ts'
import { testServer } from '../../support/server.ts'

const open = { PUBLIC_URL: 'https://lists.example.org' }
/** The headers of any outside request after a plain `proxy_pass http://localhost:3000`. */
const throughProxy = { host: 'localhost:3000', connection: 'close' }

test('API mails and metrics of a server for others are not for whoever comes through its proxy', async () => {
  for (const PUBLIC_URL of [open.PUBLIC_URL, 'http://192.168.1.7:3000', 'http://koszyk.local']) {
    const server = await testServer({ env: { PUBLIC_URL, METRICS_TOKEN: 'a-token' } })
    await server.register('ala@example.pl')
    expect(await server.mails()).toHaveLength(1)
    for (const url of ['/dev/mail', '/%64ev/mail', '/metrics', '/%6detrics'])
      for (const headers of [throughProxy, { host: 'lists.example.org' }, { host: '127.0.0.1' }]) {
        const asked = await server.call(null, 'GET', url, undefined, { ...headers, accept: 'text/html' })
        expect([url, asked.status]).toEqual([url, 404])
        expect(JSON.stringify(asked.body)).not.toContain('ala@example.pl')
      }
    const token = { ...throughProxy, authorization: 'Bearer a-token' }
    expect((await server.call(null, 'GET', '/metrics', undefined, token)).status).toBe(200)
    expect((await server.call(null, 'GET', '/dev/mail', undefined, token)).status).toBe(404)
  }
})

test('API on a machine for itself they are, unless anything says that a proxy stands before it', async () => {
  const urls = ['/dev/mail', '/metrics']
  for (const PUBLIC_URL of [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:3000',
    'http://a.localhost',
  ]) {
    const server = await testServer({ env: { PUBLIC_URL } })
    for (const url of urls) expect((await server.call(null, 'GET', url)).status, PUBLIC_URL).toBe(200)
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'])
      for (const url of urls)
        expect((await server.call(null, 'GET', url, undefined, { [name]: 'x' })).status, name).toBe(404)
  }
  const behind = await testServer({ env: { TRUST_PROXY: '1' } })
  for (const url of urls) expect((await behind.call(null, 'GET', url)).status).toBe(404)
})

test('API a server for others needs a mail server, or the word that files are meant', () => {
  const mistakes = (env: Record<string, string>) => {
    try {
      parseConfig(env)
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as ConfigError).message
    }
  }
  for (const PUBLIC_URL of [open.PUBLIC_URL, 'http://192.168.1.7:3000'])
    expect(mistakes({ PUBLIC_URL })).toMatch(/^SMTP_URL must be set[^\n]*MAILS=files[^\n]*$/)
  expect(mistakes({ ...open, MAILS: 'files' })).toBe('')
  expect(mistakes({ ...open, SMTP_URL: 'smtp://mail.example.org' })).toBe('')
  expect(mistakes({ PUBLIC_URL: 'http://localhost:8080' })).toBe('')
  expect(mistakes({ MAILS: 'yes' })).toMatch(/^MAILS must be [^\n]*$/)
  expect(parseConfig({ ...open, MAILS: 'files' }).isPublic).toBe(true)
  expect(parseConfig({}).isPublic).toBe(false)
})

test('API forwarded addresses that nobody may believe are said once, in words that say what to do', async () => {
  const warned = (output: string) => output.split('TRUST_PROXY is not set').length - 1
  for (const [env, times] of [
    [{}, 1],
    [{ TRUST_PROXY: '127.0.0.1' }, 0],
  ] as const) {
    const server = await startLogged({ ...env, LOG_LEVEL: 'warn' })
    const base = `http://127.0.0.1:${server.port}`
    await fetch(`${base}/healthz`)
    expect(warned(server.output())).toBe(0)
    for (let i = 0; i < 3; i++)
      await fetch(`${base}/api/v3/me`, { headers: { 'x-forwarded-for': `192.0.2.${i}` } })
    await server.stop()
    expect(warned(server.output())).toBe(times)
    expect(server.output()).not.toContain('192.0.2.')
  }
})

test('API what the server says at its start names where the mails are', async () => {
  const own = await startLogged({ LOG_LEVEL: 'warn' })
  expect(own.output()).toMatch(/Mails are at http:\/\/localhost:\d+\/dev\/mail/)
  const shared = await startLogged({ ...open, MAILS: 'files', LOG_LEVEL: 'warn' })
  expect(shared.output()).toMatch(/Mails become files in .*mails/)
  expect(shared.output()).not.toContain('/dev/mail')
})

test('API a request without a Host is refused in HTTP/1.1 and served in HTTP/1.0', async () => {
  const server = await testServer()
  const nameless = plainRequest('GET', '/healthz').replace('Host: localhost\r\n', '')
  expect((await rawly(server, nameless)).status).toBe(400)
  expect((await rawly(server, nameless.replace('HTTP/1.1', 'HTTP/1.0'))).status).toBe(200)
  const local = nameless.replace('HTTP/1.1', 'HTTP/1.0').replace('/healthz', '/metrics')
  expect((await rawly(server, local)).status).toBe(404)
})
