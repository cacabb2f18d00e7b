import type { MessageDescriptor } from '@lingui/core'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import { isSessionExpired, ProblemError, Unreachable } from '../../device/failures.ts'
import { errorTextOf, storageErrorText } from '../texts/error-text.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/** Problem codes shown with their own text; any other refusal shows the `failed` text of the call. */
const plain: readonly ProblemCode[] = [
  'accountNotActivated',
  'limitReached',
  'tooManyRequests',
  'quotaReached',
  'alreadyHasAccess',
  'cannotShare',
]

/**
 * Runs one call. Returns null if it failed; the user has then been told, with `failed`, or with the server's error text
 * if there is no `failed`.
 */
export async function attempt<T>(
  run: () => Promise<T>,
  failed?: MessageDescriptor,
): Promise<{ done: T } | null> {
  try {
    return { done: await run() }
  } catch (error) {
    if (isSessionExpired(error)) return null // the session code reports its end
    if (!failed || storageErrorText(error)) notify('error', await errorTextOf(error))
    else if (error instanceof Unreachable) notify('error', texts.noConnection)
    else if (!(error instanceof ProblemError)) throw error
    else if (plain.includes(error.problem.code)) notify('error', await errorTextOf(error))
    else notify('error', failed)
    return null
  }
}
