import type { MessageDescriptor } from '@lingui/core'
import { ProblemError } from '../../device/failures.ts'

/** Why no template can be shown. */
export type TemplateProblem = MessageDescriptor | 'missing'

/** Returns whether the template was deleted or is no longer public. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && [400, 404].includes(error.problem.status)
}
