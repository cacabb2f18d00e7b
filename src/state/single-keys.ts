import { create } from 'zustand'
import { getValue, putValue } from '../../device/app-db.ts'

/** Whether a single letter does something. Those whose hands slip, or who dictate, can do without. */
export const useSingleKeys = create<{ on: boolean }>(() => ({ on: true }))

export async function restoreSingleKeys(): Promise<void> {
  useSingleKeys.setState({ on: (await getValue('singleKeys')) !== false })
}

export function switchSingleKeys(on: boolean): void {
  useSingleKeys.setState({ on })
  // Only a convenience: where it cannot be kept, it holds until the page closes.
  void putValue('singleKeys', on).catch(() => undefined)
}
