import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { v7 as newId } from 'uuid'
import { readCommand } from './cli/command.ts'
import { languages } from '../core/product/entities.ts'
import { parseConfig } from '../server/base/config.ts'
import { createMailer } from '../server/mail/mail.ts'
import * as people from '../server/operate/people.ts'
import { plain } from '../server/operate/plain.ts'
import { openExisting } from '../server/operate/upgrade.ts'
import { createLive } from '../server/live/live.ts'

const command = readCommand({
  name: 'people',
  purpose: 'Lists, invites, resets, removes and logs out people, also while the server runs.',
  takes: '<list|invite|reset|remove|sessions> [email]',
  options: {
    language: {
      type: 'string',
      value: languages.join('|'),
      default: 'en',
      about: 'with invite: of the mail',
    },
    now: {
      type: 'boolean',
      default: false,
      about: 'with remove: deletes the account at once, not after 30 days',
    },
    yes: { type: 'boolean', default: false, about: 'with remove: does not ask for the address again' },
    end: { type: 'boolean', default: false, about: 'with sessions: logs the person out everywhere' },
  },
  examples: {
    list: 'who has an account',
    'invite anna@example.org --language pl': 'a link that makes one account, within 7 days',
    'reset anna@example.org': 'a link for a new password, for an hour',
    'remove anna@example.org': 'logs out everywhere, and deletes the account after 30 days',
    'sessions anna@example.org': 'where the person is logged in',
  },
})

const say = (text: string) => process.stdout.write(`${text}\n`)
const day = (at: number) => (at > 0 ? new Date(at).toISOString().slice(0, 16).replace('T', ' ') : 'never')
const states = { A: 'active', N: 'not activated', D: 'being removed' } as const

function table(rows: (string | number)[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length))) ?? []
  const line = (row: (string | number)[]) =>
    row.map((cell, i) => String(cell).padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

function read() {
  const { values, positionals, refuse } = command
  const [action = '', email = ''] = positionals
  const language = languages.find((one) => one === values.language)
  if (!language) return refuse(`--language is one of ${languages.join(', ')}`)
  if (!['list', 'invite', 'reset', 'remove', 'sessions'].includes(action))
    return refuse(`There is no '${action}'`)
  if (action === 'list' && email !== '') return refuse(`It does not know what to do with '${email}'`)
  if (action !== 'list' && email === '') return refuse(`${action} needs an email address`)
  return { ...values, action, email, language }
}

async function confirm(email: string): Promise<void> {
  const input = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await input.question('Type the address again to go on: ')
  input.close()
  if (typed.trim().toLowerCase() !== email.toLowerCase()) throw new people.PeopleError('Nothing was removed.')
}

async function run(): Promise<void> {
  const { action, email, language, now: atOnce, yes, end } = read()
  const config = parseConfig(process.env)
  const db = await openExisting(config, Date.now())
  const services = { db, config, now: Date.now, randomBytes, newId: () => newId() }
  // Mails wait in the database until the running server sends them.
  const mailer = createMailer({ ...services, onFailure: () => undefined })
  const operator = { ...services, mailer }
  // On PostgreSQL the instances are notified at once whose sessions ended. On SQLite the next call of such a device
  // finds out.
  const tell = async (affected: Parameters<Awaited<ReturnType<typeof createLive>>['publish']>[0]) => {
    const away = () => say('NATS does not answer: open pages notice when they make their next call.')
    const live = await createLive(db, config, { random: Math.random, now: Date.now, away })
    await live.publish(affected)
    await live.close()
  }
  try {
    if (action === 'list') await list()
    if (action === 'invite')
      tellLink(await people.inviteAccount(operator, email, language), 'for 7 days, for one person')
    if (action === 'reset') tellLink(await people.resetPerson(operator, email), 'for an hour, once')
    if (action === 'remove') await remove()
    if (action === 'sessions') await sessions()
  } finally {
    await mailer.stop()
    await db.destroy()
  }

  function tellLink({ link, mailed }: { link: string; mailed: boolean }, works: string): void {
    say(link)
    say(
      `It works ${works}. ${mailed ? 'It is mailed too.' : 'It is not mailed (no SMTP_URL): pass it on yourself.'}`,
    )
    if (!config.isPublic) say('Set PUBLIC_URL as for the server, if this is not the address that people use.')
  }

  async function list(): Promise<void> {
    const rows = await people.listPeople(db, Date.now())
    const head = ['address', 'name', 'registered', 'last seen', 'lists', 'products', 'sessions', 'state']
    const lines = rows.map((one) => {
      const name = `${one.name} ${one.surname}`.trim()
      const times = [day(one.created_at), day(one.seen_at)]
      return [one.email, name, ...times, one.lists, one.products, one.sessions, states[one.status]]
    })
    say(table([head, ...lines]))
  }

  async function remove(): Promise<void> {
    const person = await people.personBy(db, email)
    const owned = (await people.listPeople(db, Date.now())).find(({ id }) => id === person.id)
    say(
      `${person.email}: ${owned?.lists} lists with ${owned?.products} products, templates, own categories and barcodes, settings and picture go, ` +
        'also for those who share these lists. What this person wrote in the lists of others stays, without a name.',
    )
    say(atOnce ? 'At once, and for good.' : 'In 30 days; a log-in until then brings everything back.')
    if (!yes) await confirm(person.email)
    await tell(await people.removePerson(operator, email, atOnce))
    say(atOnce ? 'Removed.' : 'Logged out everywhere; the rest goes in 30 days.')
  }

  async function sessions(): Promise<void> {
    const open = await people.sessionsOfPerson(db, email, Date.now())
    const lines = open.map((one) => [
      one.device || 'unknown',
      day(one.created_at),
      day(Math.max(one.refreshed_at, one.access_at)),
    ])
    say(table([['device', 'since', 'last seen'], ...lines]))
    if (!end) return
    await tell(await people.endSessionsOfPerson(db, email, Date.now()))
    say(`${open.length} sessions have ended.`)
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof people.PeopleError ? error.message : plain(error)}\n`)
  process.exitCode = 1
})
