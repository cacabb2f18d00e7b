import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { type Language, usualLanguage } from '../../core/text/language.ts'
import type { Config } from '../base/config.ts'
import type { Db, Trx } from '../db/open.ts'
import type { MailTable } from '../db/schema.ts'
import { isOfMail, type MailError, mailErrorCode, mailFailure } from './mail-failure.ts'
import { mailFolder } from './mail-store.ts'
import { type MailData, type MailKind, writeMail } from './mail-texts.ts'
import { privateFile, privateFolder } from '../db/private-files.ts'

export interface Mailer {
  /** Adds a mail to the outbox, in the transaction that causes it. It is sent at once, or not before `at`. */
  enqueue: <K extends MailKind>(
    trx: Trx,
    mail: { to: string; kind: K; language: Language; data: MailData[K]; at?: number },
  ) => Promise<void>
  /** Does the same work as `enqueue` but sends nothing: the response time must not reveal who has an account. */
  enqueueNothing: (trx: Trx) => Promise<void>
  /** Starts sending if something was added to the outbox. */
  wake: () => void
  /** Sends everything that is due; resolves when this round is over. */
  drain: () => Promise<void>
  /** Begins to send, and checks whether the mail server takes mails at all. */
  start: () => void
  stop: () => Promise<void>
}

interface MailDeps {
  db: Db
  config: Config
  now: () => number
  newId: () => string
  /**
   * called for each mail that could not be sent, and, with an empty `mail`, where none can be; gets no addresses. `text`
   * is for the operator: what happened, why, and what to do
   */
  onFailure: (failure: { mail: string; attempts: number; code: string; final: boolean }, text: string) => void
}

const checkMs = 15_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000
const mostAttempts = 30
/** Longer than sending takes, in ms. If the process dies while sending, the mail is due again after this time. */
const claimMs = 5 * 60_000
const batch = 20
/** These are sent last: nobody waits for them at a screen, as people do for a link or a code. */
const unhurried: MailKind[] = ['notice', 'shared', 'invite', 'list']
/** How long a mailed reset link and a code for a new address are valid, in ms. */
export const resetMs = 3_600_000
const perishable = ['reset', 'emailCode']

export function createMailer(services: MailDeps): Mailer {
  const { db, now } = services
  const sender = services.config.smtp ? smtpSender(services.config) : fileSender(services.config, now)
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isMarked = false

  // Several instances on the same database may read the same mails; only one may send each.
  const claim = async ({ id, next_at }: Selectable<MailTable>) => {
    const { numUpdatedRows } = await db
      .updateTable('mail')
      .set({ next_at: now() + claimMs })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  }
  const drainOnce = async () => {
    isMarked = false
    const due = await db
      .selectFrom('mail')
      .selectAll()
      .where('next_at', '<=', now())
      .orderBy((mail) => mail.case().when('kind', 'in', unhurried).then(1).else(0).end())
      .orderBy('created_at')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const mail of due) {
      if (!(await claim(mail))) continue
      const isNothing = mail.to_address === '' || isOver(mail, now())
      const failure = await (isNothing ? Promise.resolve() : sender.send(mail)).then(
        () => null,
        (error: MailError) => error,
      )
      const attempts = mail.attempts + 1
      // A 5xx for the address or the content is final. Any other 5xx, such as for a wrong password, is not the mail's
      // fault.
      const isFinal = attempts >= mostAttempts || (failure !== null && isOfMail(failure))
      if (failure) {
        const fate = isFinal ? 'is given up' : 'waits'
        services.onFailure(
          { mail: mail.id, attempts, code: mailErrorCode(failure), final: isFinal },
          `a mail could not be sent and ${fate}: ${mailFailure(failure, services.config.smtp)}`,
        )
      }
      if (!failure || isFinal) await db.deleteFrom('mail').where('id', '=', mail.id).execute()
      else
        await db
          .updateTable('mail')
          .set({
            attempts,
            next_at: now() + Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(20, attempts - 1)),
          })
          .where('id', '=', mail.id)
          .execute()
    }
    if (due.length === batch) await drainOnce()
  }
  const drain = () => (round = round.then(drainOnce, drainOnce))
  const onNone = (code: string, text: string) =>
    services.onFailure({ mail: '', attempts: 0, code, final: false }, text)
  // After a failed round the mails are still in the outbox, and the next round sends them.
  const drainSoon = () => {
    drain().catch(({ code = 'unknown' }: { code?: string }) =>
      onNone(code, 'mails wait, because the database did not answer as expected'),
    )
  }
  const insert = async (
    trx: Trx,
    row: Pick<MailTable, 'to_address' | 'kind' | 'language' | 'data'>,
    at = now(),
  ) => {
    await trx
      .insertInto('mail')
      .values({ ...row, id: services.newId(), created_at: at, next_at: at })
      .execute()
    isMarked = true
  }
  return {
    enqueue: (trx, { to, kind, language, data, at }) =>
      insert(trx, { to_address: to, kind, language, data: JSON.stringify(data) }, at),
    enqueueNothing: (trx) =>
      insert(trx, { to_address: '', kind: 'nothing', language: usualLanguage, data: '{}' }),
    wake() {
      if (isMarked && timer) drainSoon()
    },
    drain,
    start() {
      drainSoon()
      sender
        .check()
        .catch((error: MailError) =>
          onNone(
            mailErrorCode(error),
            `SMTP_URL: mails cannot be sent and wait: ${mailFailure(error, services.config.smtp)}`,
          ),
        )
      timer = setInterval(drainSoon, checkMs)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await round.catch(() => undefined)
      sender.close()
    },
  }
}

/** Returns whether a mail's link or code has expired, such as after a long time without a mail server. */
function isOver({ kind, created_at }: Selectable<MailTable>, now: number): boolean {
  return perishable.includes(kind) && now >= created_at + resetMs
}

interface Sender {
  send: (mail: Selectable<MailTable>) => Promise<void>
  /** Connects and logs in to the mail server, if there is one. */
  check: () => Promise<unknown>
  close: () => void
}

function compose(config: Config, mail: Selectable<MailTable>) {
  const { subject, text, html } = writeMail(mail.kind as MailKind, mail.language, JSON.parse(mail.data))
  const message = {
    from: config.mailFrom,
    to: { name: '', address: mail.to_address },
    // Explicit, so that nothing in a header can add a recipient.
    envelope: { from: config.mailFrom.address, to: [mail.to_address] },
    messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
    date: new Date(mail.created_at),
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return { message, subject, text }
}

/** Loads nodemailer with the first mail: it is large, and a household's server sends no mail for days. */
function lazily<T extends { close: () => void }>(make: (mailer: typeof import('nodemailer')) => T) {
  let made: Promise<T> | undefined
  return {
    get: () => (made ??= import('nodemailer').then(make)),
    close: () => void made?.then((transport) => transport.close()),
  }
}

function smtpSender(config: Config): Sender {
  const { host, port, secure, requireTls, user, password } = config.smtp ?? {}
  const options = {
    pool: true as const,
    host,
    port,
    secure,
    // Otherwise a man in the middle could remove the server's STARTTLS offer and read the links.
    requireTLS: requireTls,
    auth: user ? { user, pass: password } : undefined,
    // With both, an attempt ends before the claim of its mail.
    connectionTimeout: 30_000,
    socketTimeout: 120_000,
  }
  const transport = lazily((mailer) => mailer.createTransport(options))
  return {
    async send(mail) {
      await (await transport.get()).sendMail(compose(config, mail).message)
    },
    check: async () => (await transport.get()).verify(),
    close: transport.close,
  }
}

/** Writes each mail to an .eml file, and to a .txt file for /dev/mail; used without a mail server. */
function fileSender(config: Config, now: () => number): Sender {
  const transport = lazily((mailer) => mailer.createTransport({ streamTransport: true, buffer: true }))
  const send: Sender['send'] = async (mail) => {
    const { message, subject, text } = compose(config, mail)
    const { message: raw } = await (await transport.get()).sendMail(message)
    const folder = mailFolder(config.dataDir)
    await mkdir(folder, { recursive: true, mode: privateFolder })
    const name = join(folder, `${String(now()).padStart(15, '0')}-${mail.id}`)
    const mode = { mode: privateFile }
    await writeFile(`${name}.txt`, `${mail.to_address}\n${subject}\n\n${text}`, mode)
    await writeFile(`${name}.tmp`, raw as Buffer, mode)
    await rename(`${name}.tmp`, `${name}.eml`)
  }
  return { send, check: () => Promise.resolve(), close: transport.close }
}
