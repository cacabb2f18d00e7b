import { create } from 'zustand'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { Registration } from '../../../core/product/entities.ts'
import { ProblemError } from '../../../device/failures.ts'
import { interactiveCall } from '../interactive-call.ts'
import { wanted } from '../wanted.ts'

/** Who may register, as the server last said; null while that is unknown, for instance without a network. */
export const useRegistrationStore = create<{ registration: Registration | null }>(() => ({
  registration: null,
}))
let asking: Promise<void> | null = null

/** Asks the server. Concurrent callers share one request. */
export function askRegistration(): void {
  asking ??= interactiveCall('GET /api/v3/registration', {})
    .then((answer) => useRegistrationStore.setState(answer))
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
  return came ?? /^\/invite\/([\w-]+)$/.exec((await wanted()) ?? '')?.[1]
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
