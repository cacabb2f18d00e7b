import { sql } from 'kysely'
import type { Language } from '../../core/product/entities.ts'
import { emailKey } from '../../core/text/normalise.ts'
import type { Trx } from '../db/open.ts'
import { countInDatabase } from '../base/counters.ts'
import { problem } from '../base/problem.ts'
import type { Services } from '../base/services.ts'
import type { MailData, MailKind } from './mail-texts.ts'

const day = 86_400_000
/** Mails to one address in a day, from all people together, and those that wait for the next day. */
const most = { sent: 3, waiting: 5 }

/** 'refused' is not mailed, now or later, because too many mails wait for the address. */
export type GuestMail = 'sent' | 'waits' | 'refused'

interface Guest<K extends MailKind> {
  from: string
  to: string
  kind: K
  /** the list that it is about; of its mails of a kind only the newest waits */
  listId: string
  language: Language
  data: MailData[K]
}

/**
 * Adds a mail that one person causes to another. An address whose owner never agreed to hear of that person gets 3 of
 * them in a day. Up to 5 further ones, of all people together, wait for the next day. Nobody's mail makes room for one
 * about another list.
 */
export async function mailGuest<K extends MailKind>(
  trx: Trx,
  services: Services,
  { from, listId, ...mail }: Guest<K>,
): Promise<GuestMail> {
  const now = services.now()
  if (await haveSharedBefore(trx, from, mail.to)) {
    await services.mailer.enqueue(trx, mail)
    return 'sent'
  }
  const { current, ttl } = await countInDatabase(trx, `mails to ${emailKey(mail.to)}`, now, day)
  if (current <= most.sent) {
    await services.mailer.enqueue(trx, mail)
    return 'sent'
  }
  const waiting = await waitingFor(trx, mail.to, now)
  const older = waiting.filter(({ kind, data }) => kind === mail.kind && isAbout(data, listId))
  if (waiting.length - older.length >= most.waiting) return 'refused'
  for (const { id } of older) await trx.deleteFrom('mail').where('id', '=', id).execute()
  await services.mailer.enqueue(trx, { ...mail, data: { ...mail.data, listId }, at: now + ttl })
  return 'waits'
}

/** As `mailGuest`, for a call that does nothing else. Throws tooManyRequests where the mail is refused. */
export async function mailGuestOrRefuse<K extends MailKind>(
  trx: Trx,
  services: Services,
  mail: Guest<K>,
): Promise<void> {
  if ((await mailGuest(trx, services, mail)) === 'refused')
    throw problem('tooManyRequests', { retryAfter: day / 1_000 })
}

/** The mails to an address that people cause and that leave later. Compared by key, because it may be typed differently. */
async function waitingFor(trx: Trx, to: string, now: number) {
  const mails = await trx
    .selectFrom('mail')
    .select(['id', 'to_address'])
    .where('kind', 'in', ['shared', 'invite', 'list'])
    .where('created_at', '>', now)
    .execute()
  const ids = mails.flatMap((mail) => (emailKey(mail.to_address) === emailKey(to) ? [mail.id] : []))
  if (ids.length === 0) return []
  return trx.selectFrom('mail').select(['id', 'kind', 'data']).where('id', 'in', ids).execute()
}

/** A mail that was queued before the update that added the list's id is about none. */
function isAbout(data: string, listId: string): boolean {
  return (JSON.parse(data) as { listId?: string }).listId === listId
}

/** Whether one of the two has opened a list of the other. */
async function haveSharedBefore(trx: Trx, accountId: string, email: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from account where email_key = ${emailKey(email)} and status = 'A' and exists (
    select 1 from member join list on list.id = member.list_id where accepted = 1 and (
      (member.account_id = account.id and list.owner_id = ${accountId}) or
      (member.account_id = ${accountId} and list.owner_id = account.id)))`.execute(trx)
  return rows.length > 0
}
