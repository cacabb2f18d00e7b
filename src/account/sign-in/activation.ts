import { ProblemError } from '../../../device/failures.ts'
import { activate } from '../../state/session/account-calls.ts'

export type Activation = 'done' | 'expired' | 'deleted' | 'unknown' | 'serverError' | 'unreachable'

async function ask(code: string): Promise<Activation> {
  try {
    await activate(code)
    return 'done'
  } catch (error) {
    if (!(error instanceof ProblemError)) return 'unreachable'
    switch (error.problem.status) {
      case 410:
        return 'expired'
      case 400:
        return 'deleted'
      case 404:
        return 'unknown'
      default:
        return 'serverError'
    }
  }
}

const asked = new Map<string, Promise<Activation>>()

/** Activates the account of a mailed link. A link works once, so a page that renders twice must share one request. */
export function followLink(code: string): Promise<Activation> {
  let answer = asked.get(code)
  if (!answer) {
    answer = ask(code)
    asked.set(code, answer)
  }
  return answer
}

export function forgetLink(code: string): void {
  asked.delete(code)
}
