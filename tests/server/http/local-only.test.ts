import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/base/config.ts'
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

test('SAFE-7 on a machine for itself they need the link that its start prints, whatever a proxy passes on', async () => {
  const server = await testServer({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  const token = `?token=${server.app.services.startToken}`
  for (const url of ['/dev/mail', '/metrics']) {
    for (const headers of [{}, throughProxy, { authorization: 'Bearer ' }] as Record<string, string>[])
      expect((await server.call(null, 'GET', url, undefined, headers)).status).toBe(404)
    expect((await server.call(null, 'GET', url + token)).status).toBe(200)
  }
  const other = await testServer({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  expect((await other.call(null, 'GET', `/metrics${token}`)).status).toBe(404)
})

test('SAFE-7 Prometheus reads the metrics with a token from a variable, or from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'token')
  writeFileSync(file, 'from-a-file\n')
  for (const [env, token] of [
    [{ METRICS_TOKEN: 'from-a-variable' }, 'from-a-variable'],
    [{ METRICS_TOKEN_FILE: file }, 'from-a-file'],
  ] as const) {
    const server = await testServer({ env: { ...env, ...open } })
    const ask = async (given: string) =>
      (await server.call(null, 'GET', '/metrics', undefined, { authorization: `Bearer ${given}` })).status
    expect([await ask(token), await ask(`${token}x`)]).toEqual([200, 404])
  }
  writeFileSync(file, '\n')
  for (const wrong of [file, join(folder, 'none')])
    expect(() => parseConfig({ METRICS_TOKEN_FILE: wrong })).toThrow(/METRICS_TOKEN_FILE must be/)
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
  const [, mails = ''] =
    /Mails are at (http:\/\/localhost:\d+\/dev\/mail\?token=\S+)/.exec(own.output()) ?? []
  const [, figures = ''] = /Metrics are at (\S+)/.exec(own.output()) ?? []
  for (const link of [mails, figures]) {
    expect((await fetch(link)).status).toBe(200)
    expect((await fetch(link.split('?')[0] ?? '')).status).toBe(404)
  }
  const shared = await startLogged({ ...open, MAILS: 'files', LOG_LEVEL: 'warn' })
  expect(shared.output()).toMatch(/Mails become files in .*mails/)
  expect(shared.output()).not.toMatch(/\/dev\/mail|\/metrics|token/)
})

test('API a request without a Host is refused in HTTP/1.1 and served in HTTP/1.0', async () => {
  const server = await testServer()
  const nameless = plainRequest('GET', '/healthz').replace('Host: localhost\r\n', '')
  expect((await rawly(server, nameless)).status).toBe(400)
  expect((await rawly(server, nameless.replace('HTTP/1.1', 'HTTP/1.0'))).status).toBe(200)
  const local = nameless.replace('HTTP/1.1', 'HTTP/1.0').replace('/healthz', '/metrics')
  expect((await rawly(server, local)).status).toBe(404)
})
