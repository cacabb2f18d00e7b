import type { Role } from '../../../core/product/permissions.ts'
import { accountSetting } from '../account-setting.ts'

/** edit: everything; shopping: ticking only; view: read only. */
export type Mode = 'edit' | 'shopping' | 'view'

interface Shopping {
  lists: readonly string[]
}

function read(stored: unknown): Shopping {
  // An older version stored only the array of ids.
  const lists = Array.isArray(stored) ? stored : (stored as Partial<Shopping> | undefined)?.lists
  return { lists: Array.isArray(lists) ? lists.filter((id) => typeof id === 'string') : [] }
}

const shopping = accountSetting('shoppingMode', { lists: [] }, read)

/**
 * The lists that the user views in shopping mode. Stored on the device, because a phone may restart the app in the
 * shop.
 */
export const useShopping = shopping.use
export const restoreShopping = shopping.restore

export function modeFor(role: Role, isShopping: boolean): Mode {
  if (role === 'view' || role === 'link') return 'view'
  if (role === 'shopping') return 'shopping'
  return isShopping ? 'shopping' : 'edit'
}

/** Returns whether the role may choose the mode: only those who may edit. */
export function choosesMode(role: Role): boolean {
  return modeFor(role, false) === 'edit'
}

export function setShopping(listId: string, on: boolean): void {
  const others = useShopping.getState().lists.filter((id) => id !== listId)
  shopping.change({ lists: on ? [...others, listId] : others })
}
