import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DraggableProvided } from '@hello-pangea/dnd'
import { IconGripVertical } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { notify } from '../../state/notices.ts'
import classes from './order.module.css'
import fields from '../rows/fields.module.css'
import { startSelecting } from '../rows/selection.tsx'
import { useListViews } from '../../state/lists/view.ts'

const sorted = msg`Products can be moved only in the list’s own order. ‘Save order’ keeps the order you see now.`
const found = msg`To move products, clear the search first.`

interface DragHandleProps {
  id: string
  name: string
  drag?: DraggableProvided
}

/** Handle to drag a row, also by Space and arrow keys; a click with Ctrl, Cmd or Shift starts selecting rows. */
export function DragHandle({ id, name, drag }: DragHandleProps) {
  const { t } = useLingui()
  // One subscription, because each row has a handle.
  const reason = useListViews(({ shown }) => (shown.own ? null : shown.searching ? found : sorted))
  const grip = <IconGripVertical size={20} stroke={1.75} aria-hidden="true" />
  const label = t`Move: ${name}`
  const choose = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return false
    startSelecting(id)
    return true
  }
  if (reason === null)
    // Not a <button>: a drag cannot start on one.
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- by keyboard: the 'Select products' action
      <span
        role="button"
        tabIndex={0}
        aria-disabled={!drag || undefined}
        {...drag?.dragHandleProps}
        className={`${fields.square} ${classes.handle}`}
        data-field="position"
        aria-label={label}
        onClick={choose}
      >
        {grip}
      </span>
    )
  return (
    <button
      type="button"
      className={`${fields.square} ${classes.handle}`}
      data-field="position"
      aria-label={label}
      aria-disabled="true"
      title={t(reason)}
      onClick={(event) => {
        if (!choose(event)) notify('info', reason)
      }}
    >
      {grip}
    </button>
  )
}
