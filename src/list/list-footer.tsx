import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef } from 'react'
import { sum } from '../../core/product/money.ts'
import { formatMoney } from '../texts/format.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { deleteWithUndo } from './shop/bought.ts'
import classes from './list-footer.module.css'
import { MoveMenu } from './later-parts.tsx'
import { useLanguage } from '../texts/use-language.ts'
import { useKnownHeight } from './use-known-height.ts'

/** The total cost and the bought count; the bought products can be removed or moved in one press. */
export function ListFooter({ listId }: { listId: string }) {
  const language = useLanguage()
  // Summing all products is deferred until the typed text is painted.
  const products = useDeferredValue(useOpenList((state) => state.products))
  const { total, bought } = useMemo(() => {
    const all = [...products.values()]
    return { total: sum(all), bought: all.filter((product) => product.productStatus).map(({ id }) => id) }
  }, [products])
  const footer = useRef<HTMLElement>(null)
  useKnownHeight(footer)
  const checked = bought.length
  const count = products.size
  // The button disappears with the products, so the footer takes the focus.
  const refocus = () => footer.current?.focus()
  return (
    <footer ref={footer} id="list-footer" tabIndex={-1} className={classes.footer} data-docked="">
      <p>
        <span className={classes.count}>
          <Trans>
            {checked} of {count} bought
          </Trans>
        </span>
        <span className={classes.sum}>
          <Trans>
            Sum: <strong>{formatMoney(total, language)}</strong>
          </Trans>
        </span>
      </p>
      {checked > 0 && (
        <div className={classes.bought}>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={async () => {
              if (await deleteWithUndo(bought)) refocus()
            }}
          >
            <Plural value={checked} one="Remove the bought one" other="Remove the # bought ones" />
          </Button>
          <MoveMenu listId={listId} ids={bought} onMoved={refocus} />
        </div>
      )}
    </footer>
  )
}
