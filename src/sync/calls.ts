import type { MessageDescriptor } from '@lingui/core'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import { isSessionExpired, ProblemError, Unreachable } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { errorTextOf, storageErrorText } from '../texts/error-text.ts'
import { texts } from '../texts/texts.ts'
import { notify } from '../ui/notices.ts'
import { useDevice } from './device.ts'
import { isSignedIn, useSession } from '../account/session/session.ts'

/** Milliseconds until the user is told that the server does not answer. */
const timeoutMs = 4_500

/**
 * Makes a call that the user waits for. Without a response it fails as Unreachable in under 5 s. The request may have
 * arrived all the same; it is safe to repeat because of its id or idempotency key.
 */
export const interactiveCall: typeof http.call = (key, options) =>
  http.call(key, { timeout: timeoutMs, ...options })

/** Treats a 404 as 'already gone', whoever deleted it, and returns undefined. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 404) return undefined
    throw error
  }
}

/** Problem codes shown with their own text; any other refusal shows the `failed` text of the call. */
const plain: readonly ProblemCode[] = [
  'accountNotActivated',
  'limitReached',
  'tooManyRequests',
  'quotaReached',
  'alreadyHasAccess',
  'cannotShare',
  'hasOwner',
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

/** Calls `send` whenever what waits on this device may be sent: with a network, a visible page, a session. */
export function watchChancesToSend(send: () => void): void {
  addEventListener('online', send)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') send()
  })
  useDevice.subscribe(send)
  useSession.subscribe((now, then) => {
    if (isSignedIn(now) && !isSignedIn(then)) send()
  })
}
