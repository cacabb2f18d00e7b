import type { Answer, Body } from '../../../core/contract/api.ts'
import type { Scope } from '../../../core/product/scopes.ts'
import { callOnce } from '../../sync/call-once.ts'
import { attempt, interactiveCall, unlessGone } from '../../sync/calls.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../../ui/notices.ts'

export type Token = Answer<'tokens'>[number]

export interface NewToken {
  name: string
  scope: Scope
  /** ids; empty: all */
  lists: readonly string[]
  /** days; null: no end */
  days: number | null
  /** the app that asks for it: then the result is what it exchanges for the token */
  grant?: NonNullable<Body<'createToken'>['grant']>
}

const tokens = 'tokens'

/** Returns the account's personal tokens, the newest first. */
export function useTokens(online: boolean) {
  return useServerQuery([tokens], () => interactiveCall('GET /api/v3/me/tokens', {}), online)
}

/** Makes a token and returns it: it is shown only now. Throws what the call throws. */
export async function createToken({ name, scope, lists, days, grant }: NewToken): Promise<string> {
  const expires = days !== null && new Date(Date.now() + days * 86_400_000).toISOString()
  const body = {
    name: name.trim(),
    scopes: [scope],
    ...(lists.length > 0 && { lists: [...lists] }),
    ...(expires && { expires }),
    ...(grant && { grant }),
  }
  const what = `token ${JSON.stringify([name, scope, lists, days, grant])}`
  const { token } = await callOnce(what, (idempotencyKey) =>
    interactiveCall('POST /api/v3/me/tokens', { body, idempotencyKey }),
  )
  await invalidateQueries(tokens)
  return token
}

/** Ends a token. Returns false if that failed; the user has then been told. */
export async function deleteToken(id: string): Promise<boolean> {
  const done = await attempt(
    () => unlessGone(interactiveCall('DELETE /api/v3/me/tokens/:id', { params: { id } })),
    texts.serverError,
  )
  if (done) notify('success', accountTexts.tokenEnded)
  await invalidateQueries(tokens)
  return done !== null
}
