import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { useListUi, takeAdded } from '../state/ui.ts'
import { onNews } from '../../sync/news.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { dockGap, standClear } from '../../ui/input/docked.ts'
import { isSeen, mark, focusRow, markFound, reveal, watchFingers } from '../state/reveal.ts'
import { reloadSuggestions } from '../state/load-suggestions.ts'
import { clearNews, holdNews, offerUnseen, releaseNews, tellNews, newsText } from './news.ts'
import classes from '../list.module.css'
import { hereAndAnywhere } from '../../../core/product/list.ts'
import { changeView, restoreView, restoreShopping, tripShop } from '../state/view.ts'

/**
 * One line that says what others just did, on the screen and to screen readers. It lies above whatever is docked at the
 * bottom, takes no room and lets presses through, so no row moves. Added rows are marked; if one is out of view, the
 * line has a button that scrolls there.
 */
export function NewsLine({ narrow }: { narrow: boolean }) {
  const { t } = useLingui()
  const { news, unseen } = useListUi((ui) => ui.newsLine)
  const place = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = onNews((heard) => {
      tellNews(heard)
      // What a trip has bought is not due any more. Only the server knows it on this device.
      if (heard.some(({ what }) => what === 'finished')) void reloadSuggestions()
      markAdded(heard.filter(({ what }) => what === 'added').map(({ id }) => id))
    })
    return () => {
      stop()
      clearNews()
    }
  }, [])
  const shown = news.length > 0
  useEffect(() => {
    if (!shown) return
    return standClear(
      () => line.current,
      (pixels) => {
        if (place.current) place.current.style.bottom = `${pixels - dockGap}px`
      },
    )
  }, [shown])
  const release = ({ currentTarget }: SyntheticEvent) => {
    if (!currentTarget.matches(':hover, :focus-within')) releaseNews()
  }
  return (
    <div ref={place} className={classes.place}>
      <div
        ref={line}
        className={classes.line}
        data-news={shown || undefined}
        data-narrow={narrow || undefined}
        data-docked=""
      >
        <Text span role="status" truncate inherit>
          {shown && t(newsText(news))}
        </Text>
        {unseen.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            h="2.75rem"
            px="sm"
            flex="none"
            onPointerEnter={holdNews}
            onPointerLeave={release}
            onFocus={holdNews}
            onBlur={release}
            onClick={() => {
              clearNews()
              void showProducts(unseen)
            }}
          >
            <Trans>Show</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function markAdded(ids: readonly string[]): void {
  if (ids.length === 0) return
  // The rows are rendered after 2 frames.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      mark(ids)
      offerUnseen(ids.filter((id) => !isSeen(id)))
    }),
  )
}

/** Scrolls to the last of these products and marks them all for a moment. */
async function showProducts(ids: readonly string[]): Promise<void> {
  const last = ids.at(-1)
  if (last === undefined) return
  await reveal(last)
  mark(ids)
}

/**
 * Scrolls to products added on this device and marks them. The news line does this for products that others add.
 * `sought`: the name of a product that was searched for. `adds`: the list was opened to add something.
 */
export function AddedRows({ sought, adds }: { sought: string | undefined; adds: boolean }) {
  useFocusedAdd(adds)
  useEffect(watchFingers, [])
  useEffect(() => (sought === undefined ? undefined : showSought(sought)), [sought])
  useEffect(() => {
    const showNew = () => void showProducts(takeAdded(useOpenList.getState().listId ?? ''))
    showNew()
    return useListUi.subscribe((now, before) => {
      if (now.added !== before.added) showNew()
    })
  }, [])
  return null
}

const newName = '[data-row=""] [data-field="productName"], form [data-field="productName"]'

/** Focuses the field for a new product as soon as it is there, and takes the wish out of the address. */
function useFocusedAdd(adds: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!adds) return undefined
    const focus = () => {
      const field = document.querySelector<HTMLElement>(newName)
      if (!field) return
      watcher.disconnect()
      field.focus()
      const search = (others: object) => ({ ...others, add: undefined })
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    }
    const watcher = new MutationObserver(focus)
    watcher.observe(document.body, { childList: true, subtree: true })
    focus()
    return () => watcher.disconnect()
  }, [adds, navigate])
}

/**
 * Waits until the list has a product of this name, then scrolls to it, marks all products of this name and focuses the
 * first one, those still to buy before bought ones. Returns the function that stops waiting and ends the marks.
 */
function showSought(name: string): () => void {
  let stop: () => void = () => undefined
  let over = false
  const look = () => {
    const { listId, order, products } = useOpenList.getState()
    const sameName = order
      .flatMap((id) => products.get(id) ?? [])
      .filter(({ productName, typedName = productName }) => typedName === name)
      .toSorted((a, b) => Number(a.productStatus) - Number(b.productStatus))
    const [first] = sameName
    if (!first || listId === null) return
    stop()
    // Shopping mode hides the product if another shop is chosen.
    if (hereAndAnywhere([first], tripShop(listId)).length === 0) void changeView(listId, { shop: '' })
    stop = markFound(sameName.map(({ id }) => id))
    void reveal(first.id).then(() => focusRow(first.id))
  }
  const begin = () => {
    if (over) return
    stop = useOpenList.subscribe(look)
    look()
  }
  // The stored view and mode move the rows, so wait for both before scrolling.
  const { listId } = useOpenList.getState()
  Promise.all([restoreShopping(), restoreView(listId ?? '')]).then(begin, begin)
  return () => {
    over = true
    stop()
  }
}
