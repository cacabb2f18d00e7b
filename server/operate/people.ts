import { sql } from 'kysely'
import { type Language, usualLanguage } from '../../core/text/language.ts'
import { emailKey, parseEmail } from '../../core/text/normalise.ts'
import { newReset } from '../account/account-password.ts'
import { removeAccount, submitForDeletion } from '../account/account-removal.ts'
import { revokeAdmissions } from '../account/admission.ts'
import { endSessionsOf, keepMs, livingSessions } from '../auth/session.ts'
import type { Db } from '../db/open.ts'
import { inviteMs } from '../lists/store/invite-rows.ts'
import { hashCode, secret } from '../db/codes.ts'
import type { Services } from '../services/services.ts'
import type { Affected } from '../db/affected.ts'

type Operator = Pick<Services, 'db' | 'config' | 'now' | 'randomBytes' | 'mailer'>

/* There is no account with power over all others: the operator, who can read the database anyway, works in it. */

/** An error whose message is one line for the operator. */
export class PeopleError extends Error {}

/** Lists the accounts, oldest first. `seen_at` is only as exact as the renewal of sessions, every 4 hours. */
export async function listPeople(db: Db, now: number) {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'surname', 'status', 'created_at', 'deleted_at'])
    .where('guest_of', '=', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const lists = await db
    .selectFrom('list')
    .select(['owner_id', sql<number>`count(*)`.as('lists'), sql<number>`sum(living)`.as('products')])
    .where('deleted_at', '=', 0)
    .groupBy('owner_id')
    .execute()
  const listsOf = new Map(lists.map((row) => [row.owner_id, row]))
  const seen = await db
    .selectFrom('session')
    .select(['account_id', sql<number>`max(refreshed_at)`.as('refreshed')])
    .select(sql<number>`max(access_at)`.as('access'))
    .groupBy('account_id')
    .execute()
  const seenOf = new Map(seen.map((row) => [row.account_id, Math.max(+row.refreshed, +row.access)]))
  return Promise.all(
    accounts.map(async (account) => ({
      ...account,
      seen_at: seenOf.get(account.id) ?? 0,
      lists: Number(listsOf.get(account.id)?.lists ?? 0),
      products: Number(listsOf.get(account.id)?.products ?? 0),
      sessions: account.status === 'D' ? 0 : (await livingSessions(db, account.id, now)).length,
    })),
  )
}

/** Returns the account with this address, in any spelling. Throws a PeopleError if there is none. */
export async function personBy(db: Db, email: string) {
  const parsed = parseEmail(email)
  if (!parsed.ok) throw new PeopleError(`${email} is not an email address.`)
  const found = await db
    .selectFrom('account')
    .select(['id', 'email', 'language', 'status', 'deleted_at'])
    .where('email_key', '=', emailKey(parsed.value))
    .executeTakeFirst()
  if (!found) throw new PeopleError(`Nobody here has the address ${email}.`)
  return found
}

/**
 * Makes a link with which one person may register within 7 days, whatever REGISTRATION says. It replaces an older one.
 */
export async function inviteAccount(operator: Operator, email: string, language: Language = usualLanguage) {
  const { db, config, now, mailer } = operator
  const parsed = parseEmail(email)
  if (!parsed.ok) throw new PeopleError(`${email} is not an email address.`)
  const email_key = emailKey(parsed.value)
  const taken = await db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', email_key)
    .executeTakeFirst()
  if (taken) throw new PeopleError(`${email} has an account already.`)
  const code = secret(operator)
  // After the '#', the code is not sent to servers and reaches no log on the way.
  const link = `${config.publicUrl}/auth/register#${code}`
  await db.transaction().execute(async (trx) => {
    await revokeAdmissions(trx, now(), email_key)
    const times = { created_at: now(), expires_at: now() + inviteMs }
    await trx
      .insertInto('admission')
      .values({ code_hash: hashCode(code), email_key, ...times })
      .execute()
    if (config.smtp)
      await mailer.enqueue(trx, { to: parsed.value, kind: 'admission', language, data: { link } })
  })
  return { link, mailed: config.smtp !== undefined }
}

/** Makes a reset link like the one that the page 'Forgot your password?' mails. */
export async function resetPerson(operator: Operator, email: string) {
  const { db, config, now, mailer } = operator
  const { id, email: to, language } = await personBy(db, email)
  const link = await db.transaction().execute(async (trx) => {
    const code = await newReset(trx, operator, id, now())
    const data = { link: `${config.publicUrl}/auth/reset-password/${code}` }
    if (config.smtp) await mailer.enqueue(trx, { to, kind: 'reset', language, data })
    return data.link
  })
  return { link, mailed: config.smtp !== undefined }
}

/** Removes an account as its user would on the account page. `atOnce`: without waiting 30 days. */
export async function removePerson(operator: Operator, email: string, atOnce: boolean): Promise<Affected> {
  const { db, config, now } = operator
  const person = await personBy(db, email)
  if (person.status === 'D' && !atOnce)
    throw new PeopleError(`${person.email} is being removed already. With --now it is done at once.`)
  const affected = await db
    .transaction()
    .execute((trx) => submitForDeletion(trx, operator, person, { atOnce }))
  if (!atOnce) return affected ?? {}
  await db
    .updateTable('account')
    .set({ deleted_at: now() - keepMs })
    .where('id', '=', person.id)
    .where('status', '=', 'D')
    .execute()
  const gone = await removeAccount(db, person.id, now(), config.dataDir)
  return { ...affected, overview: [...(affected?.overview ?? []), ...gone] }
}

export async function sessionsOfPerson(db: Db, email: string, now: number) {
  const { id } = await personBy(db, email)
  return livingSessions(db, id, now)
}

export async function endSessionsOfPerson(db: Db, email: string, now: number): Promise<Affected> {
  const { id } = await personBy(db, email)
  return { ended: await db.transaction().execute((trx) => endSessionsOf(trx, id, now, 'server')) }
}
