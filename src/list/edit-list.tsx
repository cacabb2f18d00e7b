import { Trans } from '@lingui/react/macro'
import { memo, useLayoutEffect, useState } from 'react'
import { useListViews, viewOf } from '../state/lists/list-view.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { AddDock } from './add/add-dock.tsx'
import classes from './detail-page.module.css'
import { focusFind, FoundNothing, SmallFind } from './find-field.tsx'
import { KeysDialog } from '../actions/later-parts.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListTools } from './list-tools.tsx'
import { SelectionBar } from './select/selection-bar.tsx'
import { useSelection } from './select/selection.ts'
import { useShown } from './shown.ts'
import { SmallList } from './rows/small-list.tsx'
import { useItems } from './rows/use-items.ts'
import { useKeys } from '../actions/use-keys.ts'
import { WideTable } from './rows/wide-table.tsx'

function focusNew(): void {
  document
    .querySelector<HTMLElement>('[data-row=""] [data-field="productName"], form [data-field="productName"]')
    ?.focus()
}

interface EditListProps {
  listId: string
  wide: boolean
  /** a product's fields fit into one line */
  oneLine: boolean
}

/** The list while it is edited: a table on a large screen, expandable rows on a phone. */
export const EditList = memo(function EditList({ listId, wide, oneLine }: EditListProps) {
  const view = useListViews((views) => viewOf(views, listId))
  const shown = useItems(view)
  const empty = useOpenList((state) => state.order.length === 0)
  const selecting = useSelection((selection) => selection.on)
  const [keys, setKeys] = useState(false)
  useLayoutEffect(() => useShown.setState(shown), [shown])
  useKeys({ '/': focusFind, n: focusNew, '?': () => setKeys(true) })
  const sheet = <KeysDialog opened={keys} onClose={() => setKeys(false)} />
  if (wide)
    return (
      <>
        <ListTools listId={listId} onKeys={() => setKeys(true)} />
        <WideTable listId={listId} view={view} shown={shown} oneLine={oneLine} />
        <FoundNothing />
        {selecting ? <SelectionBar /> : <ListFooter listId={listId} />}
        {sheet}
      </>
    )
  return (
    <>
      {empty && (
        <p className={classes.empty}>
          <Trans>Nothing here yet. Type what you need below.</Trans>
        </p>
      )}
      <SmallFind />
      <SmallList shown={shown} />
      <FoundNothing />
      {!empty && !selecting && <ListFooter listId={listId} />}
      {selecting ? <SelectionBar /> : <AddDock />}
      {sheet}
    </>
  )
})
