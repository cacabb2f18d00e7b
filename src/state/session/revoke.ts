import { revokeHandle } from '../../../core/sync/revoke.ts'
import { getValue, putValue } from '../../../device/app-db.ts'
import { ProblemError } from '../../../device/failures.ts'
import { webClient } from '../../../device/web-client.ts'
import { http } from '../../../device/network.ts'

/** What ends the sessions that ended here while the server could not be told; it opens none. */
async function pending(): Promise<string[]> {
  const stored = await getValue('pendingRevoke')
  return Array.isArray(stored) ? stored.filter((token) => typeof token === 'string') : []
}

export async function willRevoke(token: string): Promise<void> {
  await putValue('pendingRevoke', [...(await pending()), revokeHandle(token)])
}

let telling: Promise<void> | null = null

/**
 * Tells the server about sign-outs. Never while somebody is signed in: the server's answer clears the
 * cookie of whoever that is. Rejects when the server could not be asked; what is left is told later.
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
