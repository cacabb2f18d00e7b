import { msg } from '@lingui/core/macro'
import { useLongPress } from '@mantine/hooks'
import type { KeyboardEvent, MouseEvent } from 'react'
import { howOften, setHowOften, useAccountSettings } from '../../account/state/settings.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'

/** Duration of a long press in ms, as in rows. */
const longMs = 500

/**
 * Returns the props of a tile or chip that is hidden for good by a long press, a right click, the menu key or Delete.
 * `focus`: moves the focus, when it was hidden by key.
 */
export function useHiding(productName: string, focus: () => void) {
  const hide = () => {
    const before = howOften(useAccountSettings.getState().settings.products, productName) ?? null
    setHowOften(productName, 0)
    const run = () => setHowOften(productName, before)
    notify('none', msg`No longer suggested: ${productName}`, undo({ run, of: [] }))
  }
  const hideNow = (event: KeyboardEvent | MouseEvent) => {
    event.preventDefault()
    if (event.currentTarget.matches(':focus-visible')) focus()
    hide()
  }
  // Hidden only when the finger is lifted, and without its click: that would press what is there by then.
  const onFinish = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    hide()
  }
  return {
    ...useLongPress(() => undefined, { threshold: longMs, events: ['touch'], cancelOnMove: true, onFinish }),
    'aria-keyshortcuts': 'Delete',
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Delete') hideNow(event)
    },
    onContextMenu: (event: MouseEvent) => {
      // Android sends it in the middle of a long press.
      if ((event.nativeEvent as PointerEvent).pointerType === 'touch') event.preventDefault()
      else hideNow(event)
    },
  }
}
