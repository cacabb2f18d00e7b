import type { MessageDescriptor } from '@lingui/core'
import type { Template } from '../../core/contract/shapes.ts'
import { templateTypes } from '../../core/product/entities.ts'
import { ProblemError } from '../../device/failures.ts'
import { accountSetting } from './account-store.ts'

/** A group of templates: one type in the app, or for visitors all that anybody may see. */
export type Shelf = Template['type'] | 'visitor'

interface Templates {
  /** the type viewed last */
  type: Template['type']
  /** the public template opened last */
  lastPublic: { id: string; templateName: string } | null
}

const initial: Templates = { type: 'predefined', lastPublic: null }

/** Takes the valid parts of a stored value; defaults replace the rest. */
function read(stored: unknown): Templates {
  const { type, lastPublic } = (stored ?? {}) as Partial<Templates>
  const isPublic = typeof lastPublic?.id === 'string' && typeof lastPublic.templateName === 'string'
  return {
    type: type && templateTypes.includes(type) ? type : initial.type,
    lastPublic: isPublic ? lastPublic : null,
  }
}

const looked = accountSetting('templates', initial, read)

/** The type and the public template that this account viewed last. */
export const useTemplates = looked.use
export const restoreTemplates = looked.restore
export const rememberTemplates = looked.change

/** Why no template can be shown. */
export type TemplateProblem = MessageDescriptor | 'missing'

/** Returns whether the template was deleted or is no longer public. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && [400, 404].includes(error.problem.status)
}
