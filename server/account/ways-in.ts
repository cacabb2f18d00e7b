import type { FastifyInstance } from 'fastify'
import type { Insertable } from 'kysely'
import type { Answer } from '../../core/contract/api.ts'
import { limits } from '../../core/product/entities.ts'
import { parseText } from '../../core/text/normalise.ts'
import { newPasskeyRequest, readNewPasskey } from '../auth/passkeys.ts'
import { hasPassword } from '../auth/password-hash.ts'
import { newRecoveryCodes, totpPeriod } from '../auth/proofs.ts'
import type { SessionUser } from '../auth/session.ts'
import { invalid, problem } from '../base/problem.ts'
import type { Db, Trx } from '../db/open.ts'
import type { ProofKind, ProofTable } from '../db/schema.ts'
import { answers } from '../http/route.ts'
import { holdAccount } from '../limits/quota.ts'
import { mailNotice } from '../mail/notices.ts'
import type { Services } from '../services/services.ts'
import { askPassword } from './account-password.ts'

/** Changes the ways in and mails the owner: whoever has stolen a session must not keep one unnoticed. */
export async function changeWaysIn<T>(
  services: Services,
  user: SessionUser,
  what: 'wayInAdded' | 'wayInRemoved',
  name: string,
  run: (trx: Trx, ways: Answer<'waysIn'>) => Promise<T>,
): Promise<T> {
  const done = await services.db.transaction().execute(async (trx) => {
    await holdAccount(trx, user.id)
    const result = await run(trx, await waysInOf(trx, user.id))
    await mailNotice(trx, services, user, { what, device: name })
    return result
  })
  services.security.note('waysInChanged')
  services.mailer.wake()
  return done
}

/** Lists, adds and removes what lets the owner of an account in, beside the password. */
export async function wayInRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  const of = ({ id }: SessionUser) => ({ account_id: id, created_at: now() })

  answers(app, services, 'waysIn', ({ user }) => waysInOf(db, user.id))

  answers(app, services, 'passkeyOptions', async ({ user, body, request }) => {
    await askPassword(services, user, body.password)
    return newPasskeyRequest(services, request.ip, user)
  })

  answers(app, services, 'addPasskey', async ({ user, body }) => {
    const name = parseText(body.name, 1, limits.label)
    if (!name.ok) throw invalid({ name: name.error })
    const passkey = await readNewPasskey(services, body.passkey, user.id)
    if (!passkey) throw problem('wayInRefused')
    const row = { kind: 'passkey', ...passkey, ...of(user), name: name.value } as const
    await changeWaysIn(services, user, 'wayInAdded', name.value, async (trx, { passkeys }) => {
      if (passkeys.length >= limits.tokens) throw problem('limitReached')
      await insertProof(trx, row)
    })
    return {}
  })

  answers(app, services, 'addTotp', async ({ user, body: { password, secret, code } }) => {
    const counter = totpPeriod(secret, code, now())
    if (counter === null) throw problem('wayInRefused')
    await askPassword(services, user, password)
    const row = { kind: 'totp', key: user.id, ...of(user), secret, counter } as const
    return changeWaysIn(services, user, 'wayInAdded', 'totp', async (trx) => {
      await remove(trx, user.id, ['totp'])
      await trx.insertInto('proof').values(row).execute()
      return { codes: await newRecoveryCodes(trx, services, user.id) }
    })
  })

  answers(app, services, 'recoveryCodes', async ({ user, body }) => {
    await askPassword(services, user, body.password)
    return changeWaysIn(services, user, 'wayInAdded', 'recovery', async (trx, { passkeys, totp }) => {
      if (passkeys.length === 0 && !totp) throw problem('wayInRefused')
      return { codes: await newRecoveryCodes(trx, services, user.id) }
    })
  })

  answers(app, services, 'removeWayIn', async ({ user, body, params: { id } }) => {
    await askPassword(services, user, body.password)
    const { passkeys, provider, hasPassword: isLocal } = await waysInOf(db, user.id)
    // Nobody shall lock themselves out.
    if (id === 'provider' && !isLocal) throw problem('wayInRefused')
    const name =
      id === 'provider' ? provider : id === 'second-factor' ? id : passkeys.find((one) => one.id === id)?.name
    if (name == null) throw problem('notFound')
    await changeWaysIn(services, user, 'wayInRemoved', name, async (trx) => {
      if (id === 'second-factor') await remove(trx, user.id, ['totp', 'recovery'])
      else if (id === 'provider') await remove(trx, user.id, ['linked'])
      else await remove(trx, user.id, ['passkey'], id)
      // Without a passkey or an app, nothing is left that can be asked for in each log-in.
      const left = await waysInOf(trx, user.id)
      if (left.passkeys.length === 0 && !left.totp) await remove(trx, user.id, ['recovery'])
    })
    return {}
  })
}

/** Stores a proof. Throws if there is one of this kind with its key, of whichever account. */
export async function insertProof(db: Db | Trx, row: Insertable<ProofTable>): Promise<void> {
  const query = db
    .insertInto('proof')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
  if (!(await query.executeTakeFirst()).numInsertedOrUpdatedRows) throw problem('wayInRefused')
}

/** Removes the proofs of these kinds, or the only one with this key. */
async function remove(trx: Trx, accountId: string, kinds: ProofKind[], key?: string): Promise<void> {
  const some = trx.deleteFrom('proof').where('account_id', '=', accountId).where('kind', 'in', kinds)
  await some.$if(key !== undefined, (query) => query.where('key', '=', key ?? '')).execute()
}

/** Returns the ways into an account as its owner may see them. */
export async function waysInOf(db: Db | Trx, accountId: string): Promise<Answer<'waysIn'>> {
  const account = db.selectFrom('account').select('password_hash').where('id', '=', accountId)
  const proofs = db.selectFrom('proof').selectAll().where('account_id', '=', accountId).orderBy('created_at')
  const rows = Map.groupBy(await proofs.execute(), ({ kind }) => kind)
  const codes = rows.get('recovery') ?? []
  const totp = rows.has('totp')
  const time = (at: number) => new Date(at).toISOString()
  return {
    passkeys: (rows.get('passkey') ?? []).map(({ key: id, name, created_at, used_at }) => {
      return { id, name, createdAt: time(created_at), ...(used_at > 0 && { lastUsedAt: time(used_at) }) }
    }),
    totp,
    secondFactor: totp || codes.length > 0,
    recoveryCodes: codes.filter(({ used_at }) => used_at === 0).length,
    provider: rows.get('linked')?.[0]?.name ?? null,
    hasPassword: hasPassword((await account.executeTakeFirst())?.password_hash ?? ''),
  }
}
