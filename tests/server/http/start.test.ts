import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/base/config.ts'
import { start } from '../../../server/start.ts'
import { App } from '../../support/app.ts'
import { dialect, freshDatabase } from '../../support/database.ts'

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
  const second = start({ ...env, DATA_DIR: folder(), DATABASE_URL: await freshDatabase(), PORT: port })
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

test.runIf(dialect === 'sqlite')(
  'RUN-22 a second server on one SQLite file refuses to start and names the first, until that one has stopped',
  async () => {
    const dataDir = folder()
    const env = { DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'silent' }
    const first = await start(env)
    const before = readdirSync(dataDir)
    const second = () => start({ ...env, DATA_DIR: folder(), DATABASE_URL: `sqlite:${dataDir}/lists.sqlite` })
    await expect(second()).rejects.toThrow(
      new RegExp(
        `^DATABASE_URL: another server uses ${dataDir}/lists\\.sqlite \\(process ${process.pid} on \\S+, PORT 0, ` +
          'HOST localhost, since \\d{4}-[^)]+\\)\\. Nothing was changed; stop that one first, [^\n]+$',
      ),
    )
    expect(readdirSync(dataDir)).toEqual(before)
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
    await first.stop()
    await (await second()).stop()
  },
)

test.runIf(dialect === 'sqlite')(
  'RUN-22 a server that was killed keeps nobody out, and one that lives keeps out another process',
  async () => {
    const app = await App.start({ NODE_ENV: 'test', DATABASE_URL: '' })
    onTestFinished(() => app.stop())
    const again = start({ DATA_DIR: app.folder, PORT: '0', LOG_LEVEL: 'silent' })
    await expect(again).rejects.toThrow(`(process ${app.pid} on `)
    await app.kill()
    await (await start({ DATA_DIR: app.folder, PORT: '0', LOG_LEVEL: 'silent' })).stop()
  },
)

test.runIf(dialect === 'sqlite')(
  'RUN-22 a folder of DATABASE_URL that does not exist is an error, and is not made',
  async () => {
    const dataDir = folder()
    const missing = join(dataDir, 'mnt', 'koszyk')
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${missing}/lists.sqlite`,
      PORT: '0',
      LOG_LEVEL: 'silent',
    }
    await expect(start(env)).rejects.toThrow(
      /^DATABASE_URL: the folder \/\S+\/mnt\/koszyk does not exist\. Nothing was changed; [^\n]+$/,
    )
    expect(existsSync(join(dataDir, 'mnt'))).toBe(false)
    mkdirSync(missing, { recursive: true })
    await (await start(env)).stop()
  },
)

test('RUN-22 a variable that is none of ours but looks like one is named, without its value', () => {
  const named = (env: Record<string, string>) => parseConfig(env).misspelt
  const line = (name: string, meant: string) => [
    `${name} is no variable of Koszyk and changes nothing. Is ${meant} meant?`,
  ]
  for (const [name, meant] of Object.entries({
    SMTP_ULR: 'SMTP_URL',
    smtp_url: 'SMTP_URL',
    DATABASE_URI: 'DATABASE_URL',
    DATADIR: 'DATA_DIR',
    TRUSTED_PROXY: 'TRUST_PROXY',
    PUBLIC_ULR: 'PUBLIC_URL',
    MAIL_FORM: 'MAIL_FROM',
    PROT: 'PORT',
    HOSTS: 'HOST',
    REGISTRATIONS: 'REGISTRATION',
    METRIC_TOKEN: 'METRICS_TOKEN',
    METRICS_TOKENFILE: 'METRICS_TOKEN_FILE',
    BACKUP_PASSPHRAS: 'BACKUP_PASSPHRASE',
  }))
    expect(named({ [name]: 'secret' })).toEqual(line(name, meant))
  // What a log-in, systemd, Docker, Kubernetes and CI set.
  const usual =
    'HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD USER LOGNAME MAIL MAILTO SHELL SHLVL TERM LANG LC_ALL TZ TMPDIR EDITOR ' +
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NODE_ENV NODE_VERSION NODE_EXTRA_CA_CERTS MALLOC_ARENA_MAX ' +
    'KUBERNETES_PORT KUBERNETES_SERVICE_HOST NATS_PORT NATS_SERVICE_HOST POSTGRES_PORT POSTGRES_PASSWORD DOMAIN ' +
    'COMPOSE_PROFILES CHROMIUM BUDGETS CI API_PORT XDG_DATA_DIRS XDG_RUNTIME_DIR HTTP_PROXY NO_PROXY LOGS_DIRECTORY'
  expect(named(Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])))).toEqual([])
  const wrong = { PUBLIC_URL: 'https://lists.example.org', SMTP_ULR: 'smtps://me:secret@mail.example.org' }
  expect(() => parseConfig(wrong)).toThrow(
    /^SMTP_URL must be set [^\n]+\nSMTP_ULR is no variable (?![^]*secret)[^\n]+$/,
  )
})

test.runIf(dialect === 'sqlite')(
  'RUN-16 a start that would fail again ends with the code for which the unit does not try again',
  () => {
    const root = join(import.meta.dirname, '../../..')
    const ended = (env: Record<string, string>) => {
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/main.mjs')], {
        env: { PATH: process.env['PATH'], DATA_DIR: folder(), ...env },
        encoding: 'utf8',
      })
      return [status, stderr.split(' ', 1)[0]]
    }
    expect(ended({ PORT: 'x' })).toEqual([78, 'PORT'])
    expect(ended({ DATABASE_URL: 'postgres://localhost:1/lists' })).toEqual([1, 'DATABASE_URL:'])
    const unit = readFileSync(join(root, 'deploy/koszyk.service'), 'utf8')
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
  },
)
