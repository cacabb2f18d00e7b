import { create } from 'zustand'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { Registration } from '../../../core/product/entities.ts'
import { ProblemError } from '../../../device/failures.ts'
import { interactiveCall } from '../interactive-call.ts'
import { wanted } from '../wanted.ts'

/** Who may register, as the server last said; null while nobody knows, as without a network. */
export const useRegistrationStore = create<{ registration: Registration | null }>(() => ({
  registration: null,
}))
let asking: Promise<void> | null = null

/** Asks the server once, however many parts of a page want to know. */
export function askRegistration(): void {
  asking ??= interactiveCall('GET /api/v3/registration', {})
    .then((answer) => useRegistrationStore.setState(answer))
    .catch(() => undefined) // not known: the form is offered, and the server answers for itself
    .finally(() => (asking = null))
}

let came: string | undefined

/**
 * The code that the visitor came with: behind the '#' of the operator's link, or of the invitation to a list that they
 * left to register.
 */
export async function invitationCode(): Promise<string | undefined> {
  // The address loses it when the visitor looks at the terms.
  came = /^#([\w-]{1,64})$/.exec(location.hash)?.[1] ?? came
  return came ?? /^\/invite\/([\w-]+)$/.exec((await wanted()) ?? '')?.[1]
}

const without = { open: null, invite: 'invitationNeeded', closed: 'registrationClosed' } as const

/** Why the server would refuse to register this visitor; null where it would not, or nobody can tell. */
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
