import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../../server/base/config.ts'
import { newList, password, share, testServer } from '../../support/server.ts'

test('AUTH-7 SHARE-1 mails are well formed, in the reader’s language, and carry nothing that was smuggled in', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: '<b>Ala</b>' })
  await server.call(ola, 'PUT', '/api/v3/me/update_profile', { language: 'pl' })
  const list = await newList(server, ala, 'Żabka & <script>')
  await share(server, ala, list, ola, 'edit')
  const mail = await PostalMime.parse((await server.mails()).at(-1) ?? '')
  expect(mail.subject).toBe('Udostępniono Ci listę zakupów')
  expect(mail.text).toContain('„<b>Ala</b>” udostępnia Ci listę „Żabka & <script>”.')
  expect(mail.to).toEqual([{ name: '', address: 'ola@example.pl' }])
  expect(mail.text).toContain(`/app/details/${list}`)
  expect(mail.html).toContain('Żabka &amp; &lt;script&gt;')
  expect(mail.html).not.toMatch(/<script|<b>/)
})

test('API SAFE-7 /dev/mail shows the mails to whoever has the link that the start printed', async () => {
  const server = await testServer()
  await server.register('ala@example.pl')
  const link = await server.lastLink()
  const { startToken } = server.app.services
  const ask = (query: string) =>
    server.app.inject({
      url: `/dev/mail${query}`,
      headers: { host: 'localhost' },
      remoteAddress: '127.0.0.1',
    })
  const page = await ask(`?token=${startToken}`)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`<a href="${link}">`)
  expect(page.body).toContain('ala@example.pl')
  expect(startToken).toMatch(/^[\w-]{24}$/)
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  for (const query of ['', '?token=', '?token=x', `?token=${startToken}x`, `?token=${startToken}&token=x`])
    expect([query, (await ask(query)).statusCode]).toEqual([query, 404])
})

test('API with a mail server the mail goes there, waits while it is down, and /dev/mail is not there', async () => {
  const received: { to: string[]; raw: string }[] = []
  let isDown = true
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      done(isDown ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((one) => one.address)
        received.push({ to, raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as { port: number }
  const server = await testServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await server.register('ala@example.pl')
  const { mailer } = server.app.services
  await mailer.drain()
  isDown = false
  await mailer.drain()
  expect(received).toHaveLength(0)
  server.clock.now += 30_000
  await mailer.drain()
  expect(received.map((mail) => mail.to)).toEqual([['ala@example.pl']])
  server.clock.now += 3_600_000
  await mailer.drain()
  expect(received).toHaveLength(1)
  expect(await server.db.selectFrom('mail').selectAll().execute()).toEqual([])
  expect(readdirSync(server.dataDir)).not.toContain('mails')
  const page = await server.app.inject({ url: '/dev/mail', headers: { host: 'localhost' } })
  expect(page.statusCode).toBe(404)
})

/** A mail server that records log-ins, and whether each mail came encrypted. */
async function mailServer(options: SMTPServerOptions) {
  const came: string[] = []
  const smtp = new SMTPServer({
    ...options,
    onMailFrom: (_address, session, done) => {
      came.push(session.secure ? 'encrypted' : 'plain')
      done()
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as { port: number }
  return { came, at: `127.0.0.1:${port}` }
}

test('SAFE-11 mails that somebody waits for go before those that only tell of something', async () => {
  const sentTo: string[] = []
  const smtp = await mailServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      sentTo.push(address)
      done()
    },
  })
  const server = await testServer({ env: { SMTP_URL: `smtp://${smtp.at}?tls=optional` } })
  const ala = await server.registered('ala@example.pl')
  const { mailer } = server.app.services
  await mailer.drain()
  const change = { oldPassword: password, newPassword: password }
  await server.call(ala, 'PUT', '/api/v3/profile/change-password', change)
  server.clock.now += 1_000
  await server.register('ola@example.pl')
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: 'ola@example.pl' })
  await mailer.drain()
  expect(sentTo).toEqual(['ala@example.pl', 'ola@example.pl', 'ola@example.pl', 'ala@example.pl'])
})

test('API no mail and no password goes to a mail server that does not encrypt, unless it is said to be safe', async () => {
  const bare = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
  for (const [query, came, left] of [
    ['?tls=required', [], 1],
    ['?tls=optional', ['plain'], 0],
  ] as const) {
    const server = await testServer({ env: { SMTP_URL: `smtp://${bare.at}${query}` } })
    await server.register('ala@example.pl')
    await server.app.services.mailer.drain()
    expect(bare.came).toEqual(came)
    expect(await server.db.selectFrom('mail').selectAll().execute()).toHaveLength(left)
  }
  // Encryption with an untrusted certificate is no better.
  const forged = await mailServer({ disabledCommands: ['AUTH'] })
  const server = await testServer({ env: { SMTP_URL: `smtp://${forged.at}?tls=required` } })
  await server.register('ala@example.pl')
  await server.app.services.mailer.drain()
  expect(forged.came).toEqual([])

  const tls = (SMTP_URL: string) => parseConfig({ SMTP_URL }).smtp
  expect(tls('smtp://mail.example.org')).toMatchObject({ secure: false, requireTls: true, port: 587 })
  expect(tls('smtp://mail.example.org:25/?tls=optional')).toMatchObject({ requireTls: false, port: 25 })
  expect(tls('smtp://localhost:1025')).toMatchObject({ requireTls: false })
  expect(tls('smtps://a%40b:p%3A@mail.example.org')).toMatchObject({
    secure: true,
    requireTls: false,
    user: 'a@b',
    password: 'p:',
  })
  for (const wrong of ['?tls=no', '?secure=false', '/path', '?tls=optional&x=1'])
    expect(() => tls(`smtp://mail.example.org${wrong}`), wrong).toThrow(/^SMTP_URL must be /)
  expect(() => tls('smtp://a:%zz@mail.example.org')).toThrow(/^SMTP_URL must be /)
})

test('API a mail waits when the mail server refuses us, and is given up only when it is refused itself', async () => {
  const strict = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
  })
  const server = await testServer({ env: { SMTP_URL: `smtp://ala:wrong@${strict.at}` } })
  await server.register('ala@example.pl')
  await server.app.services.mailer.drain()
  expect(await server.db.selectFrom('mail').select('attempts').execute()).toEqual([{ attempts: 1 }])

  const picky = await mailServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('nobody here'), { responseCode: 550 })),
  })
  const other = await testServer({ env: { SMTP_URL: `smtp://${picky.at}` } })
  await other.register('ala@example.pl')
  await other.app.services.mailer.drain()
  expect(picky.came).toEqual(['plain'])
  expect(await other.db.selectFrom('mail').select('attempts').execute()).toEqual([])
})

test('API a mail is put into the outbox with what causes it, or not at all', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala)
  await share(server, ala, list, ola, 'view')
  await server.db.deleteFrom('mail').execute()
  const again = { _list_id: list, _email_address: ola.email }
  expect((await server.call(ala, 'POST', '/api/v3/list/share', again)).status).toBe(400)
  expect(await server.db.selectFrom('mail').selectAll().execute()).toEqual([])
  expect(readdirSync(server.dataDir).includes(join('mails'))).toBe(false)
})
