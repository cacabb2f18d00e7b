import { connect } from 'node:net'
import BetterSqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { safeError, withoutSecrets } from '../../../server/base/log-safe.ts'
import { startLogged } from '../../support/logged.ts'
import { password, webClient } from '../../support/server.ts'

test('API logs and errors carry no secret, token, code, query or address, whatever goes wrong', async () => {
  const server = await startLogged({ SMTP_URL: 'smtp://mailer:smtp-secret@127.0.0.1:1' })
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const email = 'very.private@example.pl'
  const logIn = (secret: string) =>
    send('POST', '/oauth/v2/token', {
      grant_type: 'password',
      ...webClient,
      username: email,
      password: secret,
    })
  await send('POST', '/api/v3/profile', { email, password, termsAccepted: true })
  await logIn('the wrong password')
  const { access_token, refresh_token } = (await logIn(password)).json
  const bearer = { authorization: `Bearer ${access_token}` }
  const list = (await send('POST', '/api/v3/list', { _list_name: 'Private list' }, bearer)).json.id
  await send('POST', '/api/v3/profile/reset_password/step1', { email })
  await send('POST', '/api/v3/profile/reset_password/step2/secretcodeinthepath', { email, password })
  await send('POST', '/api/v3/me/activate/secretcodeinthepath')
  await send('GET', '/api/v3/list/hash/secretcodeinthepath')
  await send('GET', '/api/v3/invite/secretcodeinthepath')
  await send('POST', '/api/v3/invite/secretcodeinthepath/accept', undefined, bearer)
  await send('GET', '/invite/secretcodeinthepath', undefined, { accept: 'text/html' })
  await send('GET', `/api/v3/lists?query=private-query&access_token=${access_token}`, undefined, bearer)
  await send('POST', '/api/v3/list', '{"_list_name": "broken private-body', bearer)
  await send(
    'PUT',
    '/api/v3/profile/change-password',
    { oldPassword: 'x', newPassword: 'private-new' },
    bearer,
  )
  // Bytes that are not HTTP reach the log by another route.
  await new Promise<void>((done) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(`BAD /${access_token}\r\n\x00\r\n\r\n`),
    )
    socket.on('close', () => done())
    socket.on('error', () => done())
    socket.resume()
  })

  // An internal error: the tables disappear while the server runs.
  const sqlite = new BetterSqlite(server.file)
  sqlite.exec('alter table product rename to product_gone; alter table reset rename to reset_gone')
  const failures = [
    await send('POST', `/api/v3/list/${list}/product`, { productName: 'private-product' }, bearer),
    await send('GET', `/api/v3/list/${list}?access_token=${access_token}`, undefined, bearer),
    await send('POST', '/api/v3/profile/reset_password/step1', { email }),
  ]
  sqlite.exec('alter table account rename to account_gone')
  sqlite.close()
  const token = await logIn(password)
  expect([token.status, token.json.error]).toEqual([500, 'server_error'])
  for (const { status, json } of failures) {
    expect([status, json.code]).toEqual([500, 'serverError'])
    expect(Object.keys(json).toSorted()).toEqual(['code', 'requestId', 'status', 'title', 'type'])
  }
  for (const { text } of [...failures, token])
    expect(text).not.toMatch(/SQLITE|no such table|node_modules|\.ts/)

  await expect.poll(server.output).toContain('log-in failed')
  const log = server.output()
  expect(log).toContain('SQLITE_ERROR')
  expect(log).toContain('a mail could not be sent')
  expect(log).toContain('/api/v3/profile/reset_password/step2/:code')
  expect(log).toContain(failures[0]?.json.requestId)
  for (const secret of [
    email,
    'very.private',
    password,
    'the wrong password',
    'private-',
    'Private list',
    'smtp-secret',
    'secretcodeinthepath',
    access_token,
    refresh_token,
    String(access_token).split('.').at(-1) ?? '',
    'access_token=',
    'argon2',
  ])
    expect(log, secret).not.toContain(secret)
})

test('API an error is logged without what its message or its members quote', () => {
  const pg = Object.assign(
    new Error('invalid input syntax for type bigint: "ala@example.pl"\nDETAIL: more'),
    {
      code: '22P02',
      detail: 'Key (email_key)=(ala@example.pl) already exists.',
      parameters: ['secret'],
      where: "unnamed portal parameter $1 = 'secret'",
    },
  )
  const logged = JSON.stringify(safeError(pg))
  expect(logged).toContain('22P02')
  expect(logged).toContain('invalid input syntax for type bigint: [address]')
  expect(logged).toContain('safety-logs.test.ts')
  expect(logged).not.toMatch(/ala@|secret|DETAIL/)
  expect(withoutSecrets('GET /a?token=x for "Milk" by a.0192f0.1.AAAAAAAAAAAAAAAAAAAAAAAAAAA')).toBe(
    'GET /a[query] for [value] by [long]',
  )
  expect(safeError('a text')).toEqual({ type: 'string' })
})
