import type { Language } from '../../core/product/entities.ts'
import type { Trx } from '../db/open.ts'
import type { Services } from '../services.ts'
import type { MailData } from './mail-texts.ts'

/** Tells the owner of an account by mail what was done with it, so that they hear of it if it was not them. */
export async function mailNotice(
  trx: Trx,
  { mailer, config, now }: Services,
  { email, language }: { email: string; language: Language },
  notice: Pick<MailData['notice'], 'what' | 'device'>,
): Promise<void> {
  const link = `${config.publicUrl}/auth/forgot-password`
  await mailer.enqueue(trx, { to: email, kind: 'notice', language, data: { ...notice, link, at: now() } })
}
