import { useListViews } from '../state/lists/view.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useOpenList } from '../state/lists/open-list.ts'
import { deleteWithUndo } from './rows/bought.tsx'
import { isTyping } from '../ui/input/typing.ts'
import { selectAll, stopSelecting } from './rows/selection.tsx'
import classes from './list.module.css'
import { useKnownHeight } from './list-footer.tsx'

/** Actions for the selected rows. Escape ends the selection, Delete deletes. */
export function SelectionBar() {
  const chosen = useListViews(({ selection }) => selection.ids)
  const products = useOpenList((state) => state.products)
  const ids = [...chosen].filter((id) => products.has(id))
  const count = ids.length
  const bar = useRef<HTMLElement>(null)
  useKnownHeight(bar)

  async function remove() {
    if (count === 0 || !(await deleteWithUndo(ids))) return
    stopSelecting()
    requestAnimationFrame(() => document.getElementById('list-footer')?.focus())
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[role="dialog"]'))
        return
      if (event.key === 'Escape') stopSelecting()
      else if (event.key === 'Delete') void remove()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  useEffect(() => stopSelecting, [])

  return (
    <footer
      ref={bar}
      className={`${classes.bar} ${classes.docked}`}
      style={{ borderColor: 'var(--app-primary)' }}
      data-docked=""
    >
      <Text role="status" me="auto" fw={600} className="tabular">
        <Plural value={count} _0="Nothing selected" one="# selected" other="# selected" />
      </Text>
      <Button variant="subtle" size="sm" onClick={() => selectAll(useListViews.getState().shown.ids)}>
        <Trans>Select all</Trans>
      </Button>
      <Button variant="default" size="sm" onClick={stopSelecting}>
        <Trans>Cancel</Trans>
      </Button>
      <Button
        size="sm"
        color="red"
        disabled={count === 0}
        leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void remove()}
      >
        <Trans>Delete</Trans>
      </Button>
    </footer>
  )
}
