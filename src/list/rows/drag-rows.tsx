import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  type DraggableStateSnapshot,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { useLingui } from '@lingui/react/macro'
import { memo, useMemo, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { movedIn } from '../../../core/product/position.ts'
import { styleNonce } from '../../ui/provider.tsx'
import { DrawnRows, drawRows, Frame, type RootProps, type RowPlace, type RowsProps } from './drawn-rows.tsx'
import { drawAllFields } from './use-near.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { saveOrder } from '../state/products.ts'

/** Rows that can be dragged by mouse, finger or keyboard; a drop saves the new order at once. */
export function DragRows(props: RowsProps & RootProps) {
  const { t } = useLingui()
  const { root, items, estimate, canDrag } = props
  // Positions count products only, since headings cannot be dragged. The basket's products stay at the end.
  const { places, count } = useMemo(() => {
    const products = items.filter((item) => item.kind === 'product')
    const basket = items.findIndex(({ kind }) => kind === 'heading')
    return {
      places: new Map(products.map(({ key }, i) => [key, i])),
      count: basket < 0 ? products.length : basket,
    }
  }, [items])

  function moved({ source, destination }: Pick<DropResult, 'source' | 'destination'>): number | null {
    if (!destination) return null
    const to = Math.min(destination.index, count - 1)
    return to === source.index ? null : to
  }
  const nameOf = (id: string) => useOpenList.getState().products.get(id)?.productName ?? ''

  function onDragEnd(result: DropResult, { announce }: ResponderProvided) {
    const name = nameOf(result.draggableId)
    const to = moved(result)
    if (to === null) return announce(t`${name} is back where it was.`)
    const place = to + 1
    announce(t`Moved: ${name}, position ${place} of ${count}.`)
    void saveOrder(movedIn(useOpenList.getState().order, [...places.keys()], result.source.index, to))
  }

  const { row } = props
  const draggable = (id: string, { index, measure }: RowPlace) => (
    <DragRow
      key={id}
      id={id}
      at={places.get(id) ?? 0}
      index={index}
      measure={measure}
      canDrag={canDrag && (places.get(id) ?? 0) < count}
      row={row}
    />
  )
  function clone(
    drag: DraggableProvided,
    snapshot: DraggableStateSnapshot,
    { draggableId }: { draggableId: string },
  ) {
    return row(draggableId, { index: places.get(draggableId) ?? 0, drag, lifted: snapshot.isDragging })
  }

  return (
    <DragDropContext
      nonce={styleNonce()}
      dragHandleUsageInstructions={t`Press Space to pick up, the arrow keys to move, Space to drop and Escape to cancel.`}
      onDragStart={({ draggableId, source }, { announce }) => {
        const name = nameOf(draggableId)
        const place = source.index + 1
        announce(t`Picked up: ${name}, position ${place} of ${count}.`)
      }}
      onDragUpdate={({ draggableId, destination }, { announce }) => {
        const name = nameOf(draggableId)
        const place = Math.min((destination?.index ?? 0) + 1, count)
        announce(destination ? t`${name}: position ${place} of ${count}.` : t`${name} is outside the list.`)
      }}
      onDragEnd={onDragEnd}
    >
      <DrawnRows root={root} items={items} estimate={estimate}>
        {(rows) => (
          <Droppable
            droppableId="products"
            mode={rows.virtual ? 'virtual' : 'standard'}
            renderClone={rows.virtual ? clone : null}
          >
            {({ innerRef, droppableProps, placeholder }) => (
              <Frame
                {...props}
                frame={(element) => {
                  root.current = element
                  innerRef(element)
                }}
                droppable={droppableProps}
              >
                {drawRows(rows, props, draggable)}
                {placeholder}
              </Frame>
            )}
          </Droppable>
        )}
      </DrawnRows>
    </DragDropContext>
  )
}

interface DragRowProps extends Pick<RowPlace, 'index' | 'measure'>, Pick<RowsProps, 'canDrag' | 'row'> {
  id: string
  /** its position among the products, from 0 */
  at: number
}

/** Memoized, so that scrolling a long list renders only rows that changed. */
const DragRow = memo(function DragRow({ id, at, index, measure, canDrag, row }: DragRowProps) {
  return (
    <Draggable draggableId={id} index={at} isDragDisabled={!canDrag}>
      {(drag, snapshot) => row(id, { index, measure, drag, lifted: snapshot.isDragging })}
    </Draggable>
  )
})

/** Runs a change that remounts the rows. The visible rows do not move, and the focus stays where it was. */
export function remount(root: RefObject<HTMLElement | null>, change: () => void): void {
  const focused = root.current?.querySelector<HTMLElement>(':focus')
  const at = focused && placeIn(focused)
  keepHeights(root.current, () => flushSync(change))
  if (!at) return
  drawAllFields()
  reachable(root.current?.querySelector(`[data-row="${at.row}"]`))[at.index]?.focus()
}

/** Gives each new row the height of the row it replaces, as its assumed height until the browser paints it. */
function keepHeights(list: HTMLElement | null, change: () => void): void {
  const rowsOf = (inside: ParentNode | null | undefined) => [
    ...(inside?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
  ]
  const around = list?.parentElement
  const heights = new Map(rowsOf(list).map((row) => [row.dataset['row'], contentHeight(row)]))
  change()
  for (const row of rowsOf(around)) {
    const height = heights.get(row.dataset['row'])
    if (height !== undefined) row.style.containIntrinsicBlockSize = `auto ${height}px`
  }
}

function contentHeight(row: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(row)
  const border = row.offsetHeight - row.clientHeight
  return (
    row.getBoundingClientRect().height -
    border -
    Number.parseFloat(paddingTop) -
    Number.parseFloat(paddingBottom)
  )
}

function reachable(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('button, input, select, [tabindex]') ?? [])]
}

/** Describes where the focus is, by row id and index in the row, so that it can be found again after a remount. */
function placeIn(focused: HTMLElement): { row: string; index: number } {
  const row = focused.closest<HTMLElement>('[data-row]')
  return { row: row?.dataset['row'] ?? '', index: reachable(row).indexOf(focused) }
}
