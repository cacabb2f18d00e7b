import type { MessageDescriptor } from '@lingui/core'
import type { ProblemCode } from '../../core/contract/errors.ts'
import { isSessionExpired, ProblemError, Unreachable } from '../../device/failures.ts'
import { errorText, problemText } from '../texts/problem-text.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/** What a person is told in the server's own words; any other refusal is told as the failure of the call. */
const plain: readonly ProblemCode[] = [
  'accountNotActivated',
  'limitReached',
  'tooManyRequests',
  'alreadyHasAccess',
  'cannotShare',
]

/**
 * Runs one call; null when it did not happen, which the person has then been told: as `failed`, or without it in
 * the words for what the server answered.
 */
export async function attempt<T>(
  run: () => Promise<T>,
  failed?: MessageDescriptor,
): Promise<{ done: T } | null> {
  try {
    return { done: await run() }
  } catch (error) {
    if (isSessionExpired(error)) return null // its end is told by the session itself
    if (!failed) notify('error', errorText(error))
    else if (error instanceof Unreachable) notify('error', texts.noConnection)
    else if (!(error instanceof ProblemError)) throw error
    else if (plain.includes(error.problem.code)) notify('error', problemText(error.problem.code))
    else notify('error', failed)
    return null
  }
}
