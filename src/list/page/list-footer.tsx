import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef, type RefObject, useLayoutEffect } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useEstimate } from '../prices/use-estimate.ts'
import { sum } from '../../../core/product/money.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { deleteWithUndo } from '../rows/bought.tsx'
import classes from '../list.module.css'
import { MoveMenu } from '../lazy.tsx'
import { useMoney } from '../../texts/amounts.tsx'

function useTotals(): { total: number; all: ProductView[]; bought: string[] } {
  // Summing all products is deferred until the typed text is painted.
  const products = useDeferredValue(useOpenList((state) => state.products))
  return useMemo(() => {
    const all = [...products.values()]
    const bought = all.filter((product) => product.productStatus).map(({ id }) => id)
    return { total: sum(all), all, bought }
  }, [products])
}

/** How many products are bought, and what all products of the list cost. */
export function Totals() {
  const money = useMoney()
  const { total, all, bought } = useTotals()
  const estimate = useEstimate(all)
  const count = all.length
  const known = money(total)
  const checked = bought.length
  return (
    <Group
      component="p"
      flex={1}
      justify="flex-end"
      align="baseline"
      gap="4px 24px"
      m={0}
      className={`${classes.totals} tabular`}
    >
      <Text span inherit c="dimmed">
        <Trans>
          {checked} of {count} bought
        </Trans>
      </Text>
      <Text span inherit fz="1.1em">
        {estimate === null ? (
          <Trans>
            Total: <strong>{known}</strong>
          </Trans>
        ) : (
          <Trans>
            <strong>≈ {money(estimate)}</strong>, of which {known} known
          </Trans>
        )}
      </Text>
    </Group>
  )
}

/** Buttons that delete or move all bought products; on a large screen also the totals. */
export function ListFooter({ listId, wide }: { listId: string; wide: boolean }) {
  const { bought } = useTotals()
  const footer = useRef<HTMLElement>(null)
  useKnownHeight(footer)
  const checked = bought.length
  // The button disappears with the products, so the footer takes the focus.
  const refocus = () => footer.current?.focus()
  if (!wide && checked === 0) return null
  return (
    <footer
      ref={footer}
      id="list-footer"
      tabIndex={-1}
      className={`${classes.bar} ${wide ? classes.docked : ''} tabular`}
      data-docked={wide ? '' : undefined}
    >
      {checked > 0 && (
        <Group gap={0} justify="space-between" flex={wide ? undefined : 1}>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={async () => {
              if (await deleteWithUndo(bought)) refocus()
            }}
          >
            <Trans>Delete bought ({checked})</Trans>
          </Button>
          <MoveMenu listId={listId} ids={bought} onMoved={refocus} />
        </Group>
      )}
      {wide && <Totals />}
    </footer>
  )
}

/** Sets --list-footer to the height of the bottom bar in px; the row for a new product is placed above it. */
export function useKnownHeight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    const tell = () =>
      document.documentElement.style.setProperty('--list-footer', `${current.offsetHeight}px`)
    const sizes = new ResizeObserver(tell)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [ref])
}
