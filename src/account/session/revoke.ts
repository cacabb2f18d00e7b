import { revokeHandle } from '../../../core/sync/revoke.ts'
import { getValue, putValue } from '../../../device/storage/app-db.ts'
import { isStorageFailure, ProblemError } from '../../../device/failures.ts'
import { webClient } from '../../../device/web-client.ts'
import { http } from '../../../device/network.ts'

/** Revocation handles of sessions ended here while offline. A handle can end a session but not open one. */
async function stored(): Promise<string[]> {
  const value = await getValue('pendingRevoke')
  return Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []
}

/** handles that could not be stored on a full disk; they are sent while this page is open */
const unstored = new Set<string>()

export async function willRevoke(token: string): Promise<void> {
  const handle = revokeHandle(token)
  try {
    await putValue('pendingRevoke', [...(await stored()), handle])
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    unstored.add(handle)
  }
}

let telling: Promise<void> | null = null

/**
 * Sends the stored sign-outs to the server. Never while somebody is signed in: the response clears that user's cookie.
 * Rejects if the server could not be reached; the rest is sent later.
 */
export function tellRevokes(isSignedIn: () => boolean): Promise<void> {
  telling ??= tell(isSignedIn).finally(() => {
    telling = null
  })
  return telling
}

async function tell(isSignedIn: () => boolean): Promise<void> {
  for (const token of [...(await stored()), ...unstored]) {
    if (isSignedIn()) return
    try {
      await http.call('POST /oauth/v2/revoke', { body: { token, ...webClient } })
    } catch (error) {
      const refused = error instanceof ProblemError && error.problem.status < 500
      if (!refused) throw error
    }
    if (unstored.delete(token)) continue
    await putValue(
      'pendingRevoke',
      (await stored()).filter((other) => other !== token),
    )
  }
}
