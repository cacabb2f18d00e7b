import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useRef,
} from 'react'
import { productFields } from '../../../core/product/table.ts'
import { useListViews, changeView, type ListView } from '../state/view.ts'
import { fieldNames } from '../../texts/field-text.ts'
import { AddRow } from '../add/add-row.tsx'
import { deleteWithUndo } from '../rows/bought.tsx'
import { type ColumnField, columnFields, type Columns, gridOf, lastColumn } from '../rows/columns.ts'
import { focusAfterDelete, moveBetweenRows } from '../rows/move-focus.ts'
import { knownIndex, type RowsProps } from '../rows/drawn-rows.tsx'
import { Rows } from '../rows/rows.tsx'
import { rowIdOf } from '../rows/row-moves.ts'
import { SelectAllBox, startSelecting } from '../rows/selection.tsx'
import { useOpenList } from '../../sync/open-list.ts'
import fields from '../rows/fields.module.css'
import type { Items } from '../rows/use-items.ts'
import { WideRow } from '../rows/wide-row.tsx'
import classes from '../rows/wide-table.module.css'

/** The columns' headings, where the field's name in a form would not do. */
const headings = { ...fieldNames, productName: msg`Product`, price: msg`Price` }

/** Up to `mostFull` rows, all get their fields at once; in longer lists only the first `firstFull`. */
const mostFull = 300
const firstFull = 24

export interface WideTableProps {
  listId: string
  view: ListView
  shown: Items
  columns: Columns
}

/** The list as an editable table with a spreadsheet's keys. */
export function WideTable({ listId, view, shown, columns }: WideTableProps) {
  const { t } = useLingui()
  const { items, own, grouped } = shown
  const many = items.length > mostFull
  const table = useRef<HTMLDivElement>(null)
  const selecting = useListViews(({ selection }) => selection.on)
  const onDelete = useCallback((id: string) => {
    const refocus = focusAfterDelete(table.current, id, '[data-field="productName"]')
    void deleteWithUndo([id]).then((deleted) => deleted && refocus())
  }, [])
  const row: RowsProps['row'] = useCallback(
    (id, place) => (
      <WideRow
        key={id}
        id={id}
        {...place}
        index={knownIndex(place)}
        light={many && place.index >= firstFull && !place.lifted}
        onDelete={onDelete}
      />
    ),
    [many, onDelete],
  )
  const heading: RowsProps['heading'] = ({ key, category, count }, { index, measure }) => (
    <div
      key={key}
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-heading=""
      className={classes.group}
    >
      <div role="rowheader" className={fields.group}>
        {category === null ? t`In the basket` : category || t`Other`}
        {count > 0 && (
          <span>
            <Plural value={count} one="# product" other="# products" />
          </span>
        )}
      </div>
    </div>
  )
  const archived = useOpenList(({ list }) => list?.listStatus === 'archiwum')
  const next = { own: 'up', up: 'down', down: 'own' } as const
  const sorting: { [F in ColumnField]?: Omit<SortHeadingProps, 'children'> } = {
    category: {
      sort: view.grouped ? 'up' : 'own',
      onPress: () => void changeView(listId, { grouped: !view.grouped }),
    },
    productName: {
      sort: view.sort,
      onPress: () => void changeView(listId, { sort: next[view.sort] }),
    },
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- handles the keys of all fields inside, which have the focus
    <div
      ref={table}
      role="grid"
      aria-label={t`Products`}
      aria-rowcount={items.length + 2}
      className={`${fields.rows} ${classes.table}`}
      data-columns={columns}
      data-grouped={grouped || undefined}
      style={gridOf(columns) as CSSProperties}
      onKeyDown={moveBetweenRows}
      onPointerOver={sayWhole}
      onClickCapture={selecting ? undefined : selectByKey}
    >
      <div role="row" aria-rowindex={1} className={classes.headings}>
        <div role="columnheader" aria-label={selecting ? t`Select` : t`Position`} className={classes.bare}>
          {selecting && <SelectAllBox />}
        </div>
        <div role="columnheader" aria-label={t`Bought`} />
        {columnFields.map((field) => {
          const name = t(headings[field])
          const sorted = sorting[field]
          return sorted ? (
            <SortHeading key={field} {...sorted}>
              {name}
            </SortHeading>
          ) : (
            <div
              key={field}
              role="columnheader"
              className={field === lastColumn ? classes.lastField : undefined}
              data-number={productFields[field].kind === 'number' || undefined}
            >
              {name}
            </div>
          )
        })}
        <div role="columnheader" aria-label={t`Delete`} />
      </div>
      <Rows
        items={items}
        estimate={columns === 'two-lines' ? 67 : 34}
        label={null}
        sortable={own}
        canDrag={own && !selecting}
        row={row}
        heading={heading}
      />
      {!archived && <AddRow index={items.length + 2} />}
    </div>
  )
}

/** A click on a row with Ctrl, Cmd or Shift starts selecting rows. Shift in a field selects text instead. */
function selectByKey(event: MouseEvent): void {
  const { ctrlKey, metaKey, shiftKey, target } = event
  const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
  const id = rowIdOf(target)
  if (id === null || !(ctrlKey || metaKey || (shiftKey && !isText))) return
  event.preventDefault()
  event.stopPropagation()
  startSelecting(id)
}

/** Sets the full text as a tooltip if it is longer than its field. */
function sayWhole({ target }: PointerEvent): void {
  if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLElement && target.dataset['words']))
    return
  const text = target instanceof HTMLInputElement ? target.value : (target.textContent ?? '')
  target.title = target.scrollWidth > target.clientWidth ? text : ''
}

interface SortHeadingProps {
  sort: ListView['sort']
  onPress: () => void
  children: ReactNode
}

const directions = { own: 'none', up: 'ascending', down: 'descending' } as const

function SortHeading({ sort, onPress, children }: SortHeadingProps) {
  return (
    <div role="columnheader" aria-sort={directions[sort]} className={classes.bare}>
      <button type="button" className={`${fields.plain} ${classes.sort}`} onClick={onPress}>
        <span>{children}</span>
        {sort === 'up' && <IconArrowUp size={16} stroke={2} color="var(--app-link)" aria-hidden="true" />}
        {sort === 'down' && <IconArrowDown size={16} stroke={2} color="var(--app-link)" aria-hidden="true" />}
      </button>
    </div>
  )
}
