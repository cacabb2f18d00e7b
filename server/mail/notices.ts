import type { Language } from '../../core/product/entities.ts'
import { emailKey } from '../../core/text/normalise.ts'
import type { Trx } from '../db/open.ts'
import { countInDatabase } from '../limits/tally.ts'
import type { Services } from '../services/services.ts'
import type { MailData } from './mail-texts.ts'

const day = 86_400_000
/** Notices of one kind to one address in a day; of ways to log in, each matters. */
const most = { usual: 5, waysIn: 50 }

/**
 * Mails the owner of an account what was done with it, in case it was not them. After some of a kind in a day no more are
 * sent: they would only delay other people's mails. Each kind is counted by itself, so that many log-ins cannot
 * suppress the notice of a new password.
 */
export async function mailNotice(
  trx: Trx,
  { mailer, config, now }: Services,
  { email, language }: { email: string; language: Language },
  notice: Pick<MailData['notice'], 'what' | 'device'>,
): Promise<void> {
  const { current } = await countInDatabase(trx, `notices ${notice.what} ${emailKey(email)}`, now(), day)
  if (current > (notice.what.startsWith('wayIn') ? most.waysIn : most.usual)) return
  const link = `${config.publicUrl}/auth/forgot-password`
  await mailer.enqueue(trx, { to: email, kind: 'notice', language, data: { ...notice, link, at: now() } })
}
