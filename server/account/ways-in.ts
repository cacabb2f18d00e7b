import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../core/contract/api.ts'
import { limits } from '../../core/product/entities.ts'
import { parseText } from '../../core/text/normalise.ts'
import { newPasskeyRequest, readNewPasskey } from '../auth/passkeys.ts'
import { hasPassword } from '../auth/password-hash.ts'
import { newRecoveryCodes, totpPeriod } from '../auth/proofs.ts'
import type { SessionUser } from '../auth/session.ts'
import { invalid, problem } from '../base/problem.ts'
import type { Db, Trx } from '../db/open.ts'
import type { ProofKind } from '../db/schema.ts'
import { answers } from '../http/route.ts'
import { holdAccount } from '../limits/quota.ts'
import { mailNotice } from '../mail/notices.ts'
import type { Services } from '../services/services.ts'
import { askPassword } from './account-password.ts'

/** Lists, adds and removes what lets the owner of an account in, beside the password. */
export async function wayInRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  type Change<T> = (trx: Trx, ways: Answer<'waysIn'>) => Promise<T>

  /** Changes the ways in and mails the owner: whoever has stolen a session must not keep one unnoticed. */
  const change = async <T>(user: SessionUser, name: string, run: Change<T>) => {
    const done = await db.transaction().execute(async (trx) => {
      await holdAccount(trx, user.id)
      const result = await run(trx, await waysInOf(trx, user.id))
      await mailNotice(trx, services, user, { what: 'waysInChanged', device: name })
      return result
    })
    services.security.note('waysInChanged')
    services.mailer.wake()
    return done
  }

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
    const row = {
      kind: 'passkey',
      ...passkey,
      account_id: user.id,
      name: name.value,
      created_at: now(),
    } as const
    await change(user, name.value, async (trx, { passkeys }) => {
      if (passkeys.length >= limits.tokens) throw problem('limitReached')
      const added = trx
        .insertInto('proof')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
      if (!(await added.executeTakeFirst()).numInsertedOrUpdatedRows) throw problem('wayInRefused')
    })
    return {}
  })

  answers(app, services, 'addTotp', async ({ user, body: { password, secret, code } }) => {
    const counter = totpPeriod(secret, code, now())
    if (counter === null) throw problem('wayInRefused')
    await askPassword(services, user, password)
    const row = {
      kind: 'totp',
      key: user.id,
      account_id: user.id,
      secret,
      counter,
      created_at: now(),
    } as const
    return change(user, 'TOTP', async (trx) => {
      await remove(trx, user.id, ['totp'])
      await trx.insertInto('proof').values(row).execute()
      return { codes: await newRecoveryCodes(trx, services, user.id) }
    })
  })

  answers(app, services, 'recoveryCodes', async ({ user, body }) => {
    await askPassword(services, user, body.password)
    return change(user, 'recovery codes', async (trx, { passkeys, totp }) => {
      if (passkeys.length === 0 && !totp) throw problem('wayInRefused')
      return { codes: await newRecoveryCodes(trx, services, user.id) }
    })
  })

  answers(app, services, 'removeWayIn', async ({ user, body, params: { id } }) => {
    await askPassword(services, user, body.password)
    const { passkeys, provider } = await waysInOf(db, user.id)
    const name =
      id === 'provider' ? provider : id === 'second-factor' ? id : passkeys.find((one) => one.id === id)?.name
    if (name == null) throw problem('notFound')
    await change(user, name, async (trx) => {
      if (id === 'second-factor') await remove(trx, user.id, ['totp', 'recovery'])
      else if (id === 'provider') await remove(trx, user.id, ['provider'])
      else await remove(trx, user.id, ['passkey'], id)
      // Without a passkey or an app, nothing is left that can be asked for in each log-in.
      const left = await waysInOf(trx, user.id)
      if (left.passkeys.length === 0 && !left.totp) await remove(trx, user.id, ['recovery'])
    })
    return {}
  })
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
      return { id, name, createdAt: time(created_at), lastUsedAt: used_at > 0 ? time(used_at) : null }
    }),
    totp,
    secondFactor: totp || codes.length > 0,
    recoveryCodes: codes.filter(({ used_at }) => used_at === 0).length,
    provider: rows.get('provider')?.[0]?.name ?? null,
    hasPassword: hasPassword((await account.executeTakeFirstOrThrow()).password_hash),
  }
}
