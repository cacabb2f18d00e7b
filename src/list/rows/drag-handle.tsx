import { useLingui } from '@lingui/react/macro'
import type { DraggableProvided } from '@hello-pangea/dnd'
import { IconGripVertical } from '@tabler/icons-react'
import classes from './drag-handle.module.css'
import fields from './fields.module.css'

interface DragHandleProps {
  name: string
  /** in the table Tab does not stop at it */
  inTable?: boolean
  drag?: DraggableProvided
}

/** Handle to drag a row, also by Space and arrow keys, while the list is in its own order. */
export function DragHandle({ name, inTable, drag }: DragHandleProps) {
  const { t } = useLingui()
  // A product in the basket cannot be moved.
  if (drag && !drag.dragHandleProps) return null
  return (
    // Not a <button>: a drag cannot start on one.
    <span
      role="button"
      aria-disabled={!drag || undefined}
      {...drag?.dragHandleProps}
      tabIndex={inTable ? -1 : 0}
      className={`${fields.square} ${classes.handle}`}
      data-field="position"
      aria-label={t`Move: ${name}`}
    >
      <IconGripVertical size={20} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
