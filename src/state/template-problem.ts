import type { MessageDescriptor } from '@lingui/core'
import { ProblemError } from '../../device/failures.ts'

/** Why there is no template to show. */
export type TemplateProblem = MessageDescriptor | 'missing'

/** It was deleted, or is not public any more. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && [400, 404].includes(error.problem.status)
}
