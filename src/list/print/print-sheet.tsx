import { Plural, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { groupByCategory } from '../../../core/product/list.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { useLanguage } from '../../texts/use-language.ts'
import { useAmount } from '../add/amount.ts'
import { useAisles } from '../order/use-aisles.ts'
import classes from './print-sheet.module.css'
import { usePrinting } from './printing.ts'

export interface PrintSheetProps {
  /** 'Print' was pressed */
  opened: boolean
}

/** A category of so many products is not torn apart; a longer one would leave half a column empty. */
const together = 8

/** What is on the list when it is printed. Later changes do not draw it again: a long list would lag. */
interface Printed {
  name: string
  products: readonly ProductView[]
}

function printedNow(): Printed {
  const { list, order, products } = useOpenList.getState()
  return { name: list?.listName ?? '', products: order.flatMap((id) => products.get(id) ?? []) }
}

/** The whole list for the printer, since the page draws only the rows in view. Ctrl+P takes the same way. */
export function PrintSheet({ opened }: PrintSheetProps) {
  const [printed, setPrinted] = useState<Printed | null>(null)
  useEffect(() => {
    // The browser prints what is there when the event ends.
    const draw = () => flushSync(() => setPrinted(printedNow()))
    addEventListener('beforeprint', draw)
    return () => removeEventListener('beforeprint', draw)
  }, [])
  useEffect(() => {
    if (!opened) return
    usePrinting.setState({ asked: false })
    // Not inside the effect: React cannot draw there before the event ends.
    setTimeout(() => print())
  }, [opened])
  return printed && createPortal(<Sheet printed={printed} />, document.body)
}

function Sheet({ printed: { name, products } }: { printed: Printed }) {
  const { t } = useLingui()
  const language = useLanguage()
  const aisles = useAisles(products, '')
  const wanted = products.filter(({ productStatus }) => !productStatus)
  const bought = products.length - wanted.length
  return (
    <div className={classes.sheet}>
      <h1>{name}</h1>
      <div className={classes.columns}>
        {groupByCategory(wanted, language, aisles).map(({ category, products: members }) => (
          <section key={category} data-short={members.length <= together || undefined}>
            <h2>{category || t`Other`}</h2>
            <ul>
              {members.map((product) => (
                <Line key={product.id} product={product} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {bought > 0 && (
        <p>
          <Plural
            value={bought}
            one="# product is already bought and left out."
            other="# products are already bought and left out."
          />
        </p>
      )}
    </div>
  )
}

function Line({ product: { productName, quantity, unit, note } }: { product: ProductView }) {
  const amount = useAmount()
  const isOne = quantity === 1 && unit === 'pcs'
  return (
    <li>
      <span className={classes.box} />
      <span className={classes.name}>
        {productName}
        {note !== '' && <small>{note}</small>}
      </span>
      {!isOne && <span className={classes.amount}>{amount(quantity, unit)}</span>}
    </li>
  )
}
