import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/base/config.ts'
import { start } from '../../../server/start.ts'
import { freshDatabase } from '../../support/database.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('API an empty environment is enough', () => {
  const config = parseConfig({ DATA_DIR: '/srv/lists' })
  expect(config).toMatchObject({
    port: 3000,
    host: 'localhost',
    database: { sqlite: '/srv/lists/lists.sqlite' },
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
    logLevel: 'warn',
  })
  expect(config.smtp).toBeUndefined()
})

test('API every mistake in the environment is named at once, a line each', () => {
  const wrong = {
    PORT: '99999',
    DATABASE_URL: 'mysql://localhost/lists',
    SMTP_URL: 'mailbox',
    MAIL_FROM: 'nobody',
    PUBLIC_URL: 'lists.example.org/app',
    TRUST_PROXY: 'some',
    LOG_LEVEL: 'loud',
  }
  const error = (() => {
    try {
      return parseConfig(wrong)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(ConfigError)
  const lines = (error as ConfigError).message.split('\n')
  expect(() => parseConfig({ PORT: 'x' })).toThrow(/^PORT must be [^\n]*$/)
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(wrong))
})

test('RUN-9 NATS_URL names servers and credentials, and a wrong one is not repeated', () => {
  const parse = (NATS_URL: string, DATABASE_URL = 'postgres://localhost/lists') =>
    parseConfig({ NATS_URL, DATABASE_URL }).nats
  expect(parse('')).toBeUndefined()
  expect(parse('nats://a')).toEqual({ servers: ['a:4222'], tls: false })
  expect(parse('nats://me:s%40fe@a:1, nats://me:s%40fe@[::1]:2')).toEqual({
    servers: ['a:1', '[::1]:2'],
    tls: false,
    user: 'me',
    pass: 's@fe',
  })
  expect(parse('tls://t0ken@a:1,tls://b:2')).toEqual({ servers: ['a:1', 'b:2'], tls: true, token: 't0ken' })
  for (const wrong of [
    'secret',
    'secret:4222',
    'http://secret',
    'nats://',
    'nats://a:secret',
    'nats://a,secret',
    'nats://a,tls://secret',
    'tls://secret@10.0.0.1',
    'tls://secret@[::1]:4222',
    'nats://me:one@a,nats://me:secret@b',
    'nats://secret@a/path',
    'nats://%zz:secret@a',
  ])
    expect(() => parse(wrong), wrong).toThrow(/^NATS_URL must be (?![^]*(secret|%zz))[^\n]+$/)
  expect(() => parse('nats://secret', 'sqlite:lists.sqlite')).toThrow(
    /^NATS_URL must not (?!.*secret)[^\n]+$/,
  )
})

test('API a port in use and a folder that cannot be written are said in one line', async () => {
  const dataDir = folder()
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: await freshDatabase(),
    PORT: '0',
    LOG_LEVEL: 'silent',
  }
  const first = await start(env)
  onTestFinished(() => first.stop())
  const port = new URL(first.address).port
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
  const second = start({ ...env, DATA_DIR: folder(), PORT: port })
  await expect(second).rejects.toThrow(`Port ${port} is already in use. Set PORT to another one.`)
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  await expect(start({ ...env, DATA_DIR: join(file, 'data') })).rejects.toThrow(/^DATA_DIR: /)
})

test('API a database that cannot be reached is said in one line, without its password', async () => {
  const env = { DATA_DIR: folder(), PORT: '0', LOG_LEVEL: 'silent' }
  const failure = async (DATABASE_URL: string) => {
    const error = await start({ ...env, DATABASE_URL }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as ConfigError
    expect(message).toMatch(/^DATABASE_URL\b[^\n]*$/)
    expect(message).not.toMatch(/secret/)
    return message
  }
  expect(await failure('postgres://koszyk:secret@127.0.0.1:1/lists')).toContain('lists at 127.0.0.1:1')
  expect(await failure('postgresql://koszyk:secret@localhost:1/lists')).toContain('ECONNREFUSED')
  expect(await failure('postgres://koszyk:secret@/lists?host=/nowhere')).toContain('lists at /nowhere')
  expect(await failure('postgres://koszyk:secret@[::1')).toContain('must be')
  expect(await failure('postgres:secret')).toContain('must be')
  expect(await failure('sqlite:/dev/null/lists.sqlite')).toContain('/dev/null')
  const database = await freshDatabase()
  if (database.startsWith('postgres:'))
    expect(await failure(database.replace(/t\w+\?/, 'missing?'))).toContain('does not exist')
})

test('API what was saved is there after a restart, and sessions go on', async () => {
  const env = {
    DATA_DIR: folder(),
    DATABASE_URL: await freshDatabase(),
    PORT: '0',
    LOG_LEVEL: 'silent',
  }
  const json = { 'content-type': 'application/json' }
  const account = { email: 'ala@example.pl', password: 'correct horse battery', termsAccepted: true }
  const first = await start(env)
  const post = (url: string, body: object) =>
    fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
  await post(`${first.address}/api/v3/profile`, account)
  const login = { grant_type: 'password', client_id: 'web', client_secret: 'public' }
  const who = { username: account.email, password: account.password }
  const answer = await post(`${first.address}/oauth/v2/token`, { ...login, ...who })
  const { access_token } = (await answer.json()) as { access_token: string }
  await first.stop()

  const second = await start(env)
  onTestFinished(() => second.stop())
  const me = await fetch(`${second.address}/api/v3/me`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(await me.json()).toMatchObject({ email: 'ala@example.pl', status: 'N' })
})
