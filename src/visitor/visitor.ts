import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import { ProblemError } from '../../device/failures.ts'
import { deleteValue, getValue, putValue } from '../../device/storage/app-db.ts'
import { interactiveCall } from '../sync/calls.ts'
import { useSession } from '../account/session/session.ts'

let asking: Promise<void> | null = null

/** Asks the server. Concurrent callers share one request. */
export function askRegistration(): void {
  asking ??= interactiveCall('GET /api/v3/registration', {})
    .then((answer) => useSession.setState(answer))
    .catch(() => undefined) // unknown: the form is offered, and the server decides
    .finally(() => (asking = null))
}

let came: string | undefined

/**
 * Returns the code that the visitor came with: behind the '#' of the operator's link, or from the list invitation that
 * they left to register.
 */
export async function invitationCode(): Promise<string | undefined> {
  // The URL loses the code when the visitor looks at the terms, so it is remembered.
  came = /^#([\w-]{1,64})$/.exec(location.hash)?.[1] ?? came
  return came ?? /^\/invite\/([\w-]+)(?:#|$)/.exec((await returnPath()) ?? '')?.[1]
}

const without = { open: null, invite: 'invitationNeeded', closed: 'registrationClosed' } as const

/** Returns why the server would refuse to register this visitor; null if it would not, or if that is unknown. */
export async function whyNotWelcome(): Promise<ProblemCode | null> {
  const code = await invitationCode()
  try {
    if (code === undefined)
      return without[(await interactiveCall('GET /api/v3/registration', {})).registration]
    await interactiveCall('GET /api/v3/registration/:code', { params: { code } })
    return null
  } catch (error) {
    const problem = error instanceof ProblemError ? error.problem : null
    return problem?.status === 403 || problem?.status === 410 ? problem.code : null
  }
}

const key = 'wanted'
const hour = 60 * 60_000
/** ms; the same lifetime as the activation link in the mail, and as an invitation */
const toActivate = 7 * 24 * hour

/**
 * Remembers the page on which a visitor asked for something that needs an account: a list copied from a public one, or
 * a list they are invited to. Lasts one hour and survives a reload.
 */
export async function keepReturnPath(path: string): Promise<void> {
  await putValue(key, { path, until: Date.now() + hour })
}

/** Keeps the remembered page until the activation link expires, for a visitor who registers first. */
export async function extendReturnPath(): Promise<void> {
  const path = await returnPath()
  if (path !== null) await putValue(key, { path, until: Date.now() + toActivate })
}

/** Returns the remembered page, to which the user is led back after the login. */
export async function returnPath(): Promise<string | null> {
  const stored = (await getValue(key)) as { path?: unknown; until?: unknown } | undefined
  const { path, until } = stored ?? {}
  return typeof path === 'string' && typeof until === 'number' && Date.now() < until ? path : null
}

/** Returns whether the returning user wanted this page. True only once, because it is then forgotten. */
export async function takeReturnPath(path: string): Promise<boolean> {
  if ((await returnPath()) !== path) return false
  await deleteValue(key)
  return true
}
