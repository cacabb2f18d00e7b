import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/app.ts'
import { startLogged } from '../../support/logged.ts'
import { authority, early, expired, good, key, otherName } from '../../support/services/certificates.ts'
import { testServer } from '../../support/server.ts'

const usual = getCACertificates()
beforeAll(() => setDefaultCACertificates([...usual, authority]))
afterAll(() => setDefaultCACertificates(usual))

async function listening(server: Server | SMTPServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return ((server instanceof SMTPServer ? server.server : server).address() as { port: number }).port
}

function mailServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ key, cert: good, ...options })
  server.on('error', () => undefined) // a client that hangs up at a certificate
  return listening(server)
}

/** A mail server whose authority this machine does not know. */
function strange(options: SMTPServerOptions): Promise<number> {
  setDefaultCACertificates(usual)
  onTestFinished(() => setDefaultCACertificates([...usual, authority]))
  return mailServer(options)
}

/** Answers the first bytes, or the connection itself, with this text and hangs up. */
function rude(text: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(text)
  })
  return listening(server)
}

const coded = (responseCode: number) =>
  Object.assign(new Error('ala@example.pl is not told'), { responseCode })

interface Case {
  url: (port: number) => string
  port: () => Promise<number>
  code: string | RegExp
  reason: RegExp
}

const refusing = (name: 'onMailFrom' | 'onRcptTo' | 'onAuth', code: number) =>
  mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    [name]: (...args: unknown[]) => (args.at(-1) as (error: Error) => void)(coded(code)),
  })

const plainly = (port: number) => `smtp://127.0.0.1:${port}`
const known = (port: number) => `smtp://ala:wrong-password@127.0.0.1:${port}`
const encrypted = (port: number) => `smtps://localhost:${port}`
const upgraded = (port: number) => `smtp://localhost:${port}?tls=required`

const cases: Record<string, Case> = {
  'an expired certificate': {
    url: encrypted,
    port: () => mailServer({ secure: true, cert: expired }),
    code: 'ESOCKET CERT_HAS_EXPIRED',
    reason: /^the certificate of the mail server localhost has expired/,
  },
  'an expired certificate behind STARTTLS': {
    url: upgraded,
    port: () => mailServer({ cert: expired }),
    code: 'ESOCKET CERT_HAS_EXPIRED',
    reason: /^the certificate of the mail server localhost has expired/,
  },
  'a certificate of next century': {
    url: encrypted,
    port: () => mailServer({ secure: true, cert: early }),
    code: 'ESOCKET CERT_NOT_YET_VALID',
    reason: /is not valid yet: is the clock of this machine right\?/,
  },
  'a certificate for another name': {
    url: encrypted,
    port: () => mailServer({ secure: true, cert: otherName }),
    code: 'ESOCKET ERR_TLS_CERT_ALTNAME_INVALID',
    reason: /is for another name: SMTP_URL must have the name/,
  },
  'a certificate of an unknown authority': {
    url: encrypted,
    port: () => strange({ secure: true }),
    code: 'ESOCKET UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    reason: /is not trusted by this machine.*NODE_EXTRA_CA_CERTS/,
  },
  'the same behind STARTTLS': {
    url: upgraded,
    port: () => strange({}),
    code: 'ESOCKET UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    reason: /is not trusted by this machine/,
  },
  'encryption of another century': {
    url: encrypted,
    port: () =>
      mailServer({ secure: true, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
    code: /^ESOCKET ERR_SSL_/,
    reason: /offers no encryption that this machine accepts \(ERR_SSL_/,
  },
  'nobody at that port': {
    url: plainly,
    port: freePort,
    code: 'ESOCKET ECONNREFUSED',
    reason: /^127\.0\.0\.1, port \d+ refuses connections\. Are host and port in SMTP_URL right/,
  },
  'a name that does not exist': {
    url: (port) => `smtps://mail.invalid:${port}`,
    port: freePort,
    code: /^EDNS E/,
    reason: /^the name of the mail server, mail\.invalid, was not found/,
  },
  'no STARTTLS': {
    url: upgraded,
    port: () => mailServer({ disabledCommands: ['STARTTLS'] }),
    code: 'ETLS 500',
    reason: /does not encrypt \(no STARTTLS\)\. Use smtps:/,
  },
  'smtps:// where STARTTLS is spoken': {
    url: encrypted,
    port: () => mailServer({}),
    code: /^E(SOCKET|TLS) (ERR_SSL_|EPROTO)/,
    reason: /does not begin with TLS\. With smtp:\/\/ in SMTP_URL/,
  },
  'a wrong password': {
    url: known,
    port: () => refusing('onAuth', 535),
    code: 'EAUTH 535',
    reason: /refuses the user or the password in SMTP_URL/,
  },
  'a log-in that cannot be checked now': {
    url: known,
    port: () => refusing('onAuth', 454),
    code: 'EAUTH 454',
    reason: /cannot take mails now \(454\)/,
  },
  'no log-in where one is wanted': {
    url: plainly,
    port: () => mailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    code: 'EENVELOPE 530',
    reason: /asks for a log-in\. Put user and password into SMTP_URL/,
  },
  'a sender that is not theirs': {
    url: plainly,
    port: () => refusing('onMailFrom', 553),
    code: 'EENVELOPE 553',
    reason: /does not take mails from MAIL_FROM/,
  },
  'a greylist': {
    url: plainly,
    port: () => refusing('onRcptTo', 451),
    code: 'EENVELOPE 451',
    reason: /cannot take mails now \(451\)/,
  },
  'an address that does not exist': {
    url: plainly,
    port: () => refusing('onRcptTo', 550),
    code: 'EENVELOPE 550',
    reason: /refuses this mail \(550\)/,
  },
  'a server that is full': {
    url: plainly,
    port: () => rude('421 too many connections\r\n'),
    code: /421$/,
    reason: /cannot take mails now \(421\)/,
  },
  'a server that hangs up': {
    url: plainly,
    port: () => rude(''),
    code: /^ECONNECTION/,
    reason: /ended the connection\. If it encrypts from the start, SMTP_URL needs smtps:/,
  },
  'something that is no mail server': {
    url: plainly,
    port: () => rude('HTTP/1.1 400 Bad Request\r\n\r\n'),
    code: 'EPROTOCOL',
    reason: /does not speak SMTP/,
  },
}

test.each(Object.entries(cases))('RUN-16 the reason of a mail that could not be sent: %s', async (_, one) => {
  const server = await testServer({ env: { SMTP_URL: one.url(await one.port()) } })
  const lines: [{ code: string }, string][] = []
  server.app.log.warn = (...line: unknown[]) => void lines.push(line as [{ code: string }, string])
  await server.register('ala@example.pl')
  await server.app.services.mailer.drain()
  expect(lines).toHaveLength(1)
  const [[{ code }, text] = [{ code: '' }, '']] = lines
  if (typeof one.code === 'string') expect(code).toBe(one.code)
  else expect(code).toMatch(one.code)
  const [, fate, reason = ''] = /^a mail could not be sent and (waits|is given up): (.*)$/.exec(text) ?? []
  expect(reason).toMatch(one.reason)
  expect(reason).toMatch(/[.?]$/)
  expect(JSON.stringify(lines)).not.toMatch(/ala|wrong-password/)
  const left = await server.db.selectFrom('mail').select('id').execute()
  expect([fate, left.length]).toEqual(code === 'EENVELOPE 550' ? ['is given up', 0] : ['waits', 1])
})

test('RUN-16 what keeps all mails from being sent is told at the start', async () => {
  const port = await refusing('onAuth', 535)
  const server = await startLogged({ SMTP_URL: known(port), LOG_LEVEL: 'warn' })
  const told = `SMTP_URL: mails cannot be sent and wait: 127.0.0.1, port ${port} refuses the user or the password in SMTP_URL.`
  await expect.poll(server.output).toContain(told)
  expect(server.output()).not.toContain('wrong-password')
})

test('RUN-16 nothing is told of a mail server that takes mails', async () => {
  const port = await mailServer({ secure: true, authOptional: true })
  const server = await testServer({ env: { SMTP_URL: encrypted(port) } })
  const lines: unknown[] = []
  server.app.log.warn = (...line: unknown[]) => void lines.push(line)
  const { mailer } = server.app.services
  mailer.start()
  await server.register('ala@example.pl')
  await mailer.drain()
  await mailer.stop()
  expect(lines).toEqual([])
  expect(await server.db.selectFrom('mail').select('id').execute()).toEqual([])
})

test('RUN-16 a mail that cannot become a file says so', async () => {
  const server = await testServer()
  const lines: unknown[][] = []
  server.app.log.warn = (...line: unknown[]) => void lines.push(line)
  writeFileSync(join(server.dataDir, 'mails'), 'a file where the folder should be')
  await server.register('ala@example.pl')
  await server.app.services.mailer.drain()
  expect(lines.map(([, text]) => text)).toEqual([
    "a mail could not be sent and waits: the folder mails in DATA_DIR cannot be written (EEXIST). Does it belong to the server's user?",
  ])
})
