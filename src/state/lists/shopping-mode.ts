import { create } from 'zustand'
import type { Role } from '../../../core/product/permissions.ts'
import { useDevice } from '../session/device.ts'

/** edit: everything; shopping: ticking only; view: nothing to press. */
export type Mode = 'edit' | 'shopping' | 'view'

const key = 'shoppingMode'

/** The owner's own lists that are being shopped, kept on the device: a phone may restart the app in the shop. */
export const useShopping = create<{ lists: readonly string[] }>(() => ({ lists: [] }))

export function modeFor(role: Role, isShopping: boolean): Mode {
  if (role === 'view' || role === 'link') return 'view'
  if (role === 'shopping') return 'shopping'
  return role === 'owner' && isShopping ? 'shopping' : 'edit'
}

export async function restoreShopping(): Promise<void> {
  const stored = await useDevice.getState().device?.db.getValue(key)
  const lists = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  useShopping.setState({ lists })
}

export async function setShopping(listId: string, on: boolean): Promise<void> {
  const others = useShopping.getState().lists.filter((id) => id !== listId)
  const lists = on ? [...others, listId] : others
  useShopping.setState({ lists })
  // Only a convenience: where it cannot be kept, the mode holds until the page closes.
  await useDevice
    .getState()
    .device?.db.putValue(key, lists)
    .catch(() => undefined)
}
