import { useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { restoreSettings, useDeviceSettings } from '../account/session/device-settings.ts'
import { isTyping } from '../ui/input/typing.ts'

/** Handles the page's single-key shortcuts, unless the user types, a dialog or menu is open, or they are off. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => void restoreSettings('singleKeys'), [])
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return
    const run = keys[event.key]
    if (!run || !useDeviceSettings.getState().singleKeys.on) return
    event.preventDefault()
    run()
  })
}
