import { sql } from 'kysely'
import type { Language } from '../../core/product/entities.ts'
import { emailKey } from '../../core/words/text.ts'
import type { Trx } from '../db/open.ts'
import { countInDatabase } from '../http/counters.ts'
import type { Services } from '../services.ts'
import { dropMails } from './mail-store.ts'
import type { MailData, MailKind } from './mail-texts.ts'

const day = 86_400_000
/** Mails to one address in a day, from all people together. */
const most = 3

/**
 * Adds a mail that one person causes to another. An address whose owner never agreed to hear of that person gets 3 of
 * them in a day. A further one waits for the next day, and only the newest of its kind waits.
 */
export async function mailGuest<K extends MailKind>(
  trx: Trx,
  services: Services,
  mail: { from: string; to: string; kind: K; language: Language; data: MailData[K] },
): Promise<void> {
  const { from, ...rest } = mail
  const now = services.now()
  if (await haveSharedBefore(trx, from, mail.to)) return services.mailer.enqueue(trx, rest)
  const { current, ttl } = await countInDatabase(trx, `mails to ${emailKey(mail.to)}`, now, day)
  if (current <= most) return services.mailer.enqueue(trx, rest)
  await dropMails(trx, mail.to, mail.kind, now)
  return services.mailer.enqueue(trx, { ...rest, at: now + ttl })
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
