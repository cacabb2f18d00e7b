import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { memo, useLayoutEffect, useState, type ReactNode } from 'react'
import { KeysDialog } from '../../actions/lazy.tsx'
import { useKeys } from '../../actions/use-keys.ts'
import { AddForm } from '../add/add-form.tsx'
import classes from '../add/add.module.css'
import { EmptyList } from './empty-list.tsx'
import { SmallFind } from './find-field.tsx'
import list from '../list.module.css'
import { useFind, useFocusFind } from '../state/use-over-list.ts'
import { ProductSheet, SelectionBar, ShareWith, SharingQuestion } from '../lazy.tsx'
import { ListFooter, Totals } from './list-footer.tsx'
import type { Columns } from '../rows/columns.ts'
import { SmallList } from '../rows/small-list.tsx'
import { useSettling } from '../rows/settling.ts'
import { useItems } from '../rows/use-items.ts'
import { ShoppingToggle } from '../shop/shopping-toggle.tsx'
import { useOpenList } from '../../sync/open-list.ts'
import { useListViews, viewOf } from '../state/view.ts'
import { WidePart } from './wide-layout.tsx'

function focusNew(): void {
  document
    .querySelector<HTMLElement>('[data-row=""] [data-field="productName"], form [data-field="productName"]')
    ?.focus()
}

interface EditListProps {
  listId: string
  wide: boolean
  /** the table's layout on a large screen */
  columns: Columns
  /** null: the user may not share it, or it is shared already */
  onShare: (() => void) | null
  /** the share panel is open, and shows its questions itself */
  sharing: boolean
}

/** The list while it is edited: a table on a large screen, rows that tick on a phone. */
export const EditList = memo(function EditList({ listId, wide, columns, onShare, sharing }: EditListProps) {
  const view = useListViews((views) => viewOf(views, listId))
  const shown = useItems(view, useSettling())
  const empty = useOpenList((state) => state.order.length === 0)
  const archived = useOpenList(({ list: open }) => open?.listStatus === 'archiwum')
  const selecting = useListViews(({ selection }) => selection.on)
  const finding = useFind() !== undefined
  const [keys, setKeys] = useState(false)
  useLayoutEffect(() => useListViews.setState({ shown }), [shown])
  const focusFind = useFocusFind()
  useKeys({ '/': focusFind, n: focusNew, '?': () => setKeys(true) })
  const beginning = (
    <EmptyList opened={empty && !archived} listId={listId} onShare={onShare} onDone={focusNew} />
  )
  const end = (
    <>
      <FoundNothing />
      <ShareWith listId={listId} offers={onShare !== null} />
      {!sharing && <SharingQuestion />}
    </>
  )
  const sheet = <KeysDialog opened={keys} onClose={() => setKeys(false)} />
  if (wide)
    return (
      <>
        {beginning}
        <WidePart listId={listId} view={view} shown={shown} columns={columns} onKeys={() => setKeys(true)} />
        {end}
        <ProductSheet />
        {selecting ? <SelectionBar opened listId={listId} /> : !empty && <ListFooter listId={listId} wide />}
        {sheet}
      </>
    )
  return (
    <>
      {finding && <SmallFind />}
      {beginning}
      <SmallList shown={shown} />
      {end}
      <ProductSheet />
      {!empty && !selecting && <ListFooter listId={listId} wide={false} />}
      {selecting ? (
        <SelectionBar opened listId={listId} />
      ) : (
        <AddDock adds={!archived}>
          {!empty && (
            <>
              <Totals />
              {!archived && <ShoppingToggle listId={listId} shopping={false} />}
            </>
          )}
        </AddDock>
      )}
      {sheet}
    </>
  )
})

/** Tells, on the screen and to screen readers, that nothing was found. */
function FoundNothing() {
  const searching = useListViews(({ shown }) => shown.searching)
  const count = useListViews(({ shown }) => shown.ids.length)
  const nothing = searching && count === 0
  return (
    <Text role="status" c="dimmed" m={nothing ? '16px 4px' : 0}>
      {nothing && <Trans>No products found</Trans>}
    </Text>
  )
}

/** The add field of a phone, docked at the bottom or above the open keyboard, with `children` above it. */
function AddDock({ adds, children }: { adds: boolean; children: ReactNode }) {
  return (
    <div className={`${list.docked} ${classes.dock}`} data-docked="">
      <Group
        wrap="nowrap"
        gap="sm"
        mih="2.75rem"
        className={classes.strip}
        // Keeps the focus: the suggestions below would disappear, and the pressed button would move.
        onMouseDown={(event) => event.preventDefault()}
      >
        {children}
      </Group>
      {adds && (
        <div className={classes.adding}>
          <AddForm />
        </div>
      )}
    </div>
  )
}
