import { revokeHandle } from '../../../core/sync/revoke.ts'
import { getValue, putValue } from '../../../device/app-db.ts'
import { ProblemError } from '../../../device/failures.ts'
import { webClient } from '../../../device/web-client.ts'
import { http } from '../../../device/network.ts'

/** Revocation handles of sessions ended here while offline. A handle can end a session but not open one. */
async function pending(): Promise<string[]> {
  const stored = await getValue('pendingRevoke')
  return Array.isArray(stored) ? stored.filter((token) => typeof token === 'string') : []
}

export async function willRevoke(token: string): Promise<void> {
  await putValue('pendingRevoke', [...(await pending()), revokeHandle(token)])
}

let telling: Promise<void> | null = null

/**
 * Tells the server about sign-outs. Never while somebody is signed in: the response clears that user's
 * cookie. Rejects when the server could not be asked; the remaining ones are sent later.
 */
export function tellRevokes(isSignedIn: () => boolean): Promise<void> {
  telling ??= tell(isSignedIn).finally(() => {
    telling = null
  })
  return telling
}

async function tell(isSignedIn: () => boolean): Promise<void> {
  for (const token of await pending()) {
    if (isSignedIn()) return
    try {
      await http.call('POST /oauth/v2/revoke', { body: { token, ...webClient } })
    } catch (error) {
      const refused = error instanceof ProblemError && error.problem.status < 500
      if (!refused) throw error
    }
    await putValue(
      'pendingRevoke',
      (await pending()).filter((other) => other !== token),
    )
  }
}
