import { Plural, Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  type Icon,
  IconBuildingStore,
  IconCheck,
  IconCategory,
  IconSquare,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOpenList } from '../../sync/open-list.ts'
import { useListViews } from '../state/view.ts'
import { deleteWithUndo, setWithUndo } from '../rows/bought.tsx'
import { isTyping } from '../../ui/input/typing.ts'
import { selectAll, stopSelecting } from '../rows/selection.tsx'
import classes from '../list.module.css'
import { MoveMenu, SetFieldDialog } from '../lazy.tsx'
import { useKnownHeight } from './list-footer.tsx'

/** Actions for the selected rows. Escape ends the selection, Delete deletes. */
export function SelectionBar({ listId }: { opened: true; listId: string }) {
  const chosen = useListViews(({ selection }) => selection.ids)
  const products = useOpenList((state) => state.products)
  const [asked, setAsked] = useState<'category' | 'shop' | null>(null)
  const ids = [...chosen].filter((id) => products.has(id))
  const count = ids.length
  const bar = useRef<HTMLElement>(null)
  useKnownHeight(bar)

  /** The bar disappears, so the focus goes to what is there then. */
  function end() {
    stopSelecting()
    requestAnimationFrame(() => {
      const next = document.querySelector<HTMLElement>('#list-footer, [data-row] input[type="checkbox"]')
      next?.focus({ preventScroll: true })
    })
  }
  async function remove() {
    if (count > 0 && (await deleteWithUndo(ids))) end()
  }
  async function tick(bought: boolean) {
    if ((await setWithUndo(ids, 'productStatus', bought)) === null) end()
  }
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[role="dialog"]')) return
    if (event.key === 'Escape') stopSelecting()
    else if (event.key === 'Delete') void remove()
  })
  useEffect(() => stopSelecting, [])

  const action = (text: ReactNode, Symbol: Icon, run: () => void, color?: string) => (
    <Button
      variant={color ? 'filled' : 'default'}
      color={color}
      size="sm"
      disabled={count === 0}
      leftSection={<Symbol size={20} stroke={1.75} aria-hidden="true" />}
      onClick={run}
    >
      {text}
    </Button>
  )
  return (
    <footer
      ref={bar}
      className={`${classes.bar} ${classes.docked}`}
      style={{ borderColor: 'var(--app-primary)' }}
      data-docked=""
    >
      <div className={classes.selected}>
        <Text role="status" me="auto" fw={600} className="tabular">
          <Plural value={count} _0="Nothing selected" one="# selected" other="# selected" />
        </Text>
        <Button variant="subtle" size="sm" onClick={() => selectAll(useListViews.getState().shown.ids)}>
          <Trans>Select all</Trans>
        </Button>
        <Button variant="subtle" size="sm" onClick={stopSelecting}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <div className={classes.choices}>
        {action(<Trans>Tick</Trans>, IconCheck, () => void tick(true))}
        {action(<Trans>Untick</Trans>, IconSquare, () => void tick(false))}
        <MoveMenu listId={listId} ids={ids} onMoved={end} selected />
        {action(<Trans>Category</Trans>, IconCategory, () => setAsked('category'))}
        {action(<Trans>Shop</Trans>, IconBuildingStore, () => setAsked('shop'))}
        {action(<Trans>Delete</Trans>, IconTrash, () => void remove(), 'red')}
      </div>
      <SetFieldDialog
        opened={asked !== null}
        field={asked}
        ids={ids}
        onClose={() => setAsked(null)}
        onSet={() => {
          setAsked(null)
          end()
        }}
      />
    </footer>
  )
}
