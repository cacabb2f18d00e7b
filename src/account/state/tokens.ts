import type { Answer, Body } from '../../../core/contract/api.ts'
import { callOnce } from '../../sync/call-once.ts'
import { attempt, interactiveCall, unlessGone } from '../../sync/calls.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../../ui/notices.ts'

export type Token = Answer<'tokens'>[number]

/** `grant`: the app that asks for it; then the result is what it exchanges for the token. */
export type NewToken = Omit<Body<'createToken'>, 'expires'>

const tokens = 'tokens'

/** Returns the account's personal tokens, the newest first. */
export function useTokens(online: boolean) {
  return useServerQuery([tokens], () => interactiveCall('GET /api/v3/me/tokens', {}), online)
}

/** Makes a token and returns it: it is shown only now. `days`: 0 has no end. Throws what the call throws. */
export async function createToken(made: NewToken, days: number): Promise<string> {
  const expires = new Date(Date.now() + days * 86_400_000).toISOString()
  const body = days > 0 ? { ...made, expires } : made
  const { token } = await callOnce(`token ${JSON.stringify([made, days])}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/me/tokens', { body, idempotencyKey }),
  )
  await invalidateQueries(tokens)
  return token
}

/** Ends a token. */
export async function deleteToken(id: string): Promise<void> {
  const done = await attempt(
    () => unlessGone(interactiveCall('DELETE /api/v3/me/tokens/:id', { params: { id } })),
    texts.serverError,
  )
  if (done) notify('success', accountTexts.tokenEnded)
  await invalidateQueries(tokens)
}
