import type { Language } from '../../core/product/entities.ts'
import { emailKey } from '../../core/text/normalise.ts'
import type { Trx } from '../db/open.ts'
import { countInDatabase } from '../base/counters.ts'
import type { Services } from '../base/services.ts'
import type { MailData } from './mail-texts.ts'

const day = 86_400_000
/** Notices of one kind to one address in a day. */
const most = 5

/**
 * Tells the owner of an account by mail what was done with it, so that they hear of it if it was not them. After 5 of a
 * kind in a day they know; more would only delay other people's mails. Counted by kind, so that log-ins hide no new
 * password.
 */
export async function mailNotice(
  trx: Trx,
  { mailer, config, now }: Services,
  { email, language }: { email: string; language: Language },
  notice: Pick<MailData['notice'], 'what' | 'device'>,
): Promise<void> {
  const { current } = await countInDatabase(trx, `notices ${notice.what} ${emailKey(email)}`, now(), day)
  if (current > most) return
  const link = `${config.publicUrl}/auth/forgot-password`
  await mailer.enqueue(trx, { to: email, kind: 'notice', language, data: { ...notice, link, at: now() } })
}
