import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { type MailData, type MailKind, writeMail } from '../../../server/mail/mail-texts.ts'
import { newList, share, testServer } from '../../support/server.ts'

const link = 'https://lists.example.org/x?a=1&b="2"'
const nasty = '<script>alert("x")</script> & \'Żabka\''
const data: MailData = {
  activation: { link },
  admission: { link },
  reset: { link },
  notice: { what: 'newDevice', device: 'Firefox, Windows', link, at: Date.UTC(2026, 10, 21, 10) },
  emailCode: {
    address: 'old',
    code: '1234 5678',
    newEmail: nasty,
    device: 'Firefox, Windows',
    link,
    at: Date.UTC(2026, 10, 21, 10),
  },
  emailTaken: { link },
  shared: { link, listName: nasty, ownerName: nasty },
  invite: { link, listName: nasty, ownerName: nasty },
  asked: { link, listName: nasty, name: nasty, email: 'ola@example.pl', sentTo: nasty },
  ending: {
    link,
    ownerName: nasty,
    lists: [nasty],
    left: 2,
    mayTakeOver: true,
    at: Date.UTC(2026, 11, 21, 10),
  },
  list: {
    listName: nasty,
    ownerName: nasty,
    link,
    sum: 12.5,
    left: 3,
    products: [
      { name: nasty, quantity: 0.5, unit: 'kg', bought: false },
      { name: 'Jajka', quantity: 10, unit: 'pcs', bought: true },
    ],
  },
}

test('AUTH-7 AUTH-6 SHARE-1 SHARE-2 HAND-11 every mail in both languages, as text and as a page that a phone can show', () => {
  for (const kind of Object.keys(data) as MailKind[]) {
    const [en, pl] = (['en', 'pl'] as const).map((language) => writeMail(kind, language, data[kind] as never))
    expect(en?.subject).not.toBe(pl?.subject)
    expect(en?.text).not.toBe(pl?.text)
    for (const mail of [en, pl]) {
      expect(mail?.text).toContain(link)
      expect(mail?.html).toContain('href="https://lists.example.org/x?a=1&amp;b=&quot;2&quot;"')
      expect(mail?.html).toContain('name="viewport"')
      expect(mail?.html).toContain('content="light dark"')
      expect(mail?.html).not.toMatch(/<script|<img|<link|url\(|undefined|\[object/)
      expect(mail?.text).not.toMatch(/undefined|\[object/)
      // Some mail servers break a line of more than 998 bytes anywhere.
      for (const line of mail?.text.split('\n') ?? []) expect(line.length).toBeLessThan(500)
    }
  }
  const list = writeMail('list', 'pl', data.list)
  expect(list.text).toContain(`[ ] ${nasty}, 0,5 kg`)
  expect(list.text).toContain('[x] Jajka, 10 szt.')
  expect(list.text).toContain('i jeszcze 3')
  expect(list.text).toMatch(/Razem 12,50\szł/)
})

test('SAFE-14 a mail to somebody who is no member names an owner without a name, and no part of an address', () => {
  for (const kind of ['shared', 'invite', 'list', 'ending'] as const) {
    const nameless = { ...data[kind], ownerName: '' }
    expect(writeMail(kind, 'en', nameless as never).text).toMatch(/the owner of/i)
    expect(writeMail(kind, 'pl', nameless as never).text).toMatch(/właściciel/i)
    for (const language of ['en', 'pl'] as const)
      expect(writeMail(kind, language, nameless as never).text).not.toMatch(/“”|„”/)
  }
})

test('SAFE-9 subjects are ours, and what people wrote stands quoted on one line, without signs that turn the text', () => {
  const trick = 'Koszyk\u202e\r\nYour account ends today: “https://evil.example”\u2028\u2066now\u2069'
  const shown = 'Koszyk Your account ends today: "https://evil.example" now'
  for (const kind of ['shared', 'invite', 'list'] as const)
    for (const language of ['en', 'pl'] as const) {
      const given = { ...data[kind], listName: trick, ownerName: trick }
      const products = [{ name: trick, note: trick, quantity: 1, unit: 'pcs' as const, bought: false }]
      const mail = writeMail(kind, language, (kind === 'list' ? { ...given, products } : given) as never)
      const harmless = writeMail(kind, language, { ...data[kind], listName: '', ownerName: '' } as never)
      expect(mail.subject).toBe(harmless.subject)
      expect(mail.text).toContain(language === 'en' ? `“${shown}”` : `„${shown}”`)
      expect(mail.text + mail.html).not.toMatch(/[\p{Bidi_Control}\u2028\r]/u)
    }
  // A family is one sign made of several.
  expect(writeMail('shared', 'en', { link, listName: '👨‍👩‍👧', ownerName: 'Ala' }).text).toContain('“👨‍👩‍👧”')
})

test('API through a real mail server nothing in a name or an address adds a header or a recipient', async () => {
  const received: { to: string[]; raw: string }[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
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
  const ala = await server.registered('ala@example.pl')
  const odd = await server.registered('"a,b"@example.pl')
  const list = await newList(server, ala, 'Weekend')
  // The API would refuse this, so it goes straight into the database: the mails must be safe by themselves.
  const smuggled = 'x\r\nBcc: evil@example.org\r\nX-Evil: 1\r\n\r\n<b>body</b>'
  await server.db.updateTable('list').set({ name: smuggled }).where('id', '=', list).execute()
  await server.db.updateTable('account').set({ name: smuggled }).where('id', '=', ala.id).execute()
  await share(server, ala, list, odd, 'view')
  await server.call(ala, 'POST', `/api/v3/list/${list}/send_mail`, { _email_address: 'ela@example.pl' })
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: ala.email })
  await server.app.services.mailer.drain()

  expect(received.map((mail) => mail.to)).toEqual([
    ['ala@example.pl'],
    [odd.email],
    ['ala@example.pl'],
    [odd.email],
    ['ela@example.pl'],
  ])
  for (const { to, raw } of received) {
    const mail = await PostalMime.parse(raw)
    const names = mail.headers.map((header) => header.key)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('cc')
    expect(names).not.toContain('x-evil')
    expect(names.filter((name) => name === 'to')).toHaveLength(1)
    expect(mail.to?.map((one) => one.address)).toEqual(to)
    expect(mail.from?.address).toBe('koszyk@household.example')
  }
  const kinds = await Promise.all(
    received.map(async ({ raw }) => (await PostalMime.parse(raw)).subject ?? ''),
  )
  expect(kinds.slice(2)).toEqual([
    'Set a new password',
    'A shopping list was shared with you',
    'A shopping list for you',
  ])
})
