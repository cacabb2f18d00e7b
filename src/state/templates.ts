import { create } from 'zustand'
import { templateTypes } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { useDevice } from './session/device.ts'

/** Where templates stand: by type in the app, all that everybody may see for visitors. */
export type Shelf = Template['type'] | 'visitor'

interface Templates {
  /** the type that was looked at last */
  type: Template['type']
  /** the public template that was opened last */
  lastPublic: { id: string; templateName: string } | null
}

const empty: Templates = { type: 'predefined', lastPublic: null }

export const useTemplates = create<Templates>(() => empty)

const key = 'templates'

export function chooseType(type: Template['type']): void {
  remember({ type })
}

export function remember(change: Partial<Templates>): void {
  useTemplates.setState(change)
  // Only a convenience: where it cannot be kept, it holds until the page closes.
  void useDevice
    .getState()
    .device?.db.putValue(key, useTemplates.getState())
    .catch(() => undefined)
}

/** Brings back what this account looked at last; anything that cannot be understood is left out. */
export async function restoreTemplates(): Promise<void> {
  const stored = (await useDevice.getState().device?.db.getValue(key)) as
    Partial<Templates> | null | undefined
  const { type, lastPublic } = stored ?? {}
  useTemplates.setState({
    ...(type && templateTypes.includes(type) && { type }),
    ...(typeof lastPublic?.id === 'string' && typeof lastPublic.templateName === 'string' && { lastPublic }),
  })
}

/** Templates belong to whoever signed in: nothing of them is left behind a logout. */
export function forgetTemplates(): void {
  useTemplates.setState(empty, true)
}
