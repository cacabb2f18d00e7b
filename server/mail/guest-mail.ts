import { sql } from 'kysely'
import type { Language } from '../../core/product/entities.ts'
import { emailKey } from '../../core/text/normalise.ts'
import type { Trx } from '../db/open.ts'
import { countInDatabase } from '../limits/tally.ts'
import { problem } from '../base/problem.ts'
import type { Services } from '../services/services.ts'
import type { MailData, MailKind } from './mail-texts.ts'

const day = 86_400_000
/** Mails to one address in a day, from all people together, and how many more may wait for the next day. */
const most = { sent: 3, waiting: 5 }

/** 'refused': never mailed, because too many mails already wait for the address. */
export type GuestMail = 'sent' | 'waits' | 'refused'

interface Guest<K extends MailKind> {
  from: string
  to: string
  kind: K
  /** the list that the mail is about; of each kind of mail about a list, only the newest waits */
  listId: string
  language: Language
  data: MailData[K]
}

/**
 * Queues a mail that one person causes to another. An address whose owner never agreed to hear from that person gets 3
 * of them per day. Up to 5 more, from all people together, wait for the next day. A waiting mail is replaced only by
 * one of the same kind about the same list.
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

/** Does the same as `mailGuest` for a call that does nothing else. Throws tooManyRequests if the mail is refused. */
export async function mailGuestOrRefuse<K extends MailKind>(
  trx: Trx,
  services: Services,
  mail: Guest<K>,
): Promise<void> {
  if ((await mailGuest(trx, services, mail)) === 'refused')
    throw problem('tooManyRequests', { retryAfter: day / 1_000 })
}

/** Returns the waiting mails to an address. Addresses are compared by key, because they may be typed differently. */
async function waitingFor(trx: Trx, to: string, now: number) {
  const mails = await trx
    .selectFrom('mail')
    .select(['id', 'to_address'])
    .where('kind', 'in', ['shared', 'invite', 'asked', 'list'])
    .where('created_at', '>', now)
    .execute()
  const ids = mails.flatMap((mail) => (emailKey(mail.to_address) === emailKey(to) ? [mail.id] : []))
  if (ids.length === 0) return []
  return trx.selectFrom('mail').select(['id', 'kind', 'data']).where('id', 'in', ids).execute()
}

/**
 * Returns whether a queued mail is about this list. Mails queued before the update that added the list's id match none.
 */
function isAbout(data: string, listId: string): boolean {
  return (JSON.parse(data) as { listId?: string }).listId === listId
}

/** Returns whether one of the two has opened a list of the other. */
async function haveSharedBefore(trx: Trx, accountId: string, email: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from account where email_key = ${emailKey(email)} and status = 'A' and exists (
    select 1 from member join list on list.id = member.list_id where accepted = 1 and (
      (member.account_id = account.id and list.owner_id = ${accountId}) or
      (member.account_id = ${accountId} and list.owner_id = account.id)))`.execute(trx)
  return rows.length > 0
}
