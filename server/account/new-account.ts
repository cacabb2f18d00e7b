import type { FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import type { Language } from '../../core/product/entities.ts'
import { emailKey } from '../../core/text/normalise.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { acceptedLanguage } from '../base/language.ts'
import { problem } from '../base/problem.ts'
import type { Services } from '../services/services.ts'
import { site } from '../limits/throttle.ts'
import type { Trx } from '../db/open.ts'
import type { AccountTable } from '../db/schema.ts'

interface Given {
  email: string
  password: string
  /** left out: the browser's */
  language?: Language | undefined
}

/** Returns a new account that is not activated yet; `password` must have been checked. */
export async function newAccount(
  services: Services,
  { ip, headers }: FastifyRequest,
  { email, password, language }: Given,
) {
  return {
    id: services.newId(),
    email,
    email_key: emailKey(email),
    password_hash: await hashPassword(password, { site: site(ip) }),
    status: 'N' as const,
    status_before: '' as const,
    language: language ?? acceptedLanguage(headers['accept-language']),
    created_at: services.now(),
    terms_at: services.now(),
  }
}

/** Stores a new account. Throws if somebody has registered the address meanwhile. */
export async function insertAccount(trx: Trx, account: Insertable<AccountTable>): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw problem('emailTaken')
}
