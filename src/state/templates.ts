import { templateTypes } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { accountSetting } from './account-setting.ts'

/** Where templates stand: by type in the app, all that everybody may see for visitors. */
export type Shelf = Template['type'] | 'visitor'

interface Templates {
  /** the type that was looked at last */
  type: Template['type']
  /** the public template that was opened last */
  lastPublic: { id: string; templateName: string } | null
}

const initial: Templates = { type: 'predefined', lastPublic: null }

/** Whatever of a stored value can still be understood. */
function read(stored: unknown): Templates {
  const { type, lastPublic } = (stored ?? {}) as Partial<Templates>
  const isPublic = typeof lastPublic?.id === 'string' && typeof lastPublic.templateName === 'string'
  return {
    type: type && templateTypes.includes(type) ? type : initial.type,
    lastPublic: isPublic ? lastPublic : null,
  }
}

const looked = accountSetting('templates', initial, read)

/** What this account looked at last. */
export const useTemplates = looked.use
export const restoreTemplates = looked.restore
export const rememberTemplates = looked.change
