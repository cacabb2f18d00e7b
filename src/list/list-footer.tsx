import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { sum } from '../../core/money.ts'
import { formatMoney } from '../format.ts'
import { useOpenList } from '../state/open-list.ts'
import { deleteWithUndo } from './bought.ts'
import classes from './list-footer.module.css'
import { useLanguage } from './use-language.ts'

/** What it all costs and how much is bought; the bought ones can go in one press. */
export function ListFooter() {
  const language = useLanguage()
  const products = useOpenList((state) => state.products)
  const { total, bought } = useMemo(() => {
    const all = [...products.values()]
    return { total: sum(all), bought: all.filter((product) => product.productStatus).map(({ id }) => id) }
  }, [products])
  const footer = useRef<HTMLElement>(null)
  const checked = bought.length
  const count = products.size
  return (
    <footer ref={footer} tabIndex={-1} className={classes.footer}>
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
        <Button
          variant="subtle"
          size="sm"
          className={classes.remove}
          leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
          onClick={async () => {
            // The button goes with what it removed; the focus stays with the figures.
            if (await deleteWithUndo(bought)) footer.current?.focus()
          }}
        >
          <Plural value={checked} one="Remove the bought one" other="Remove the # bought ones" />
        </Button>
      )}
    </footer>
  )
}
