import { Plural, useLingui } from '@lingui/react/macro'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Product } from '../../../core/contract/shapes.ts'
import { usualCurrency } from '../../../core/product/currency.ts'
import { groupByCategory } from '../../../core/product/list.ts'
import { fieldsBelowOnPaper } from '../../../core/product/table.ts'
import { sum } from '../../../core/product/money.ts'
import { useAmount, useCurrency } from '../../texts/amounts.tsx'
import { formatMoney } from '../../texts/format.ts'
import { fieldText } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import classes from './print-sheet.module.css'

/** Categories of up to this many products are not split; keeping a longer one whole would leave half a column empty. */
const together = 8

/**
 * Renders the content that is printed instead of the page, also for the browser's own command (Ctrl+P). It is rendered
 * once, when printing begins; later changes do not render it again, since a long list would lag.
 */
export function Printed({ draw }: { draw: () => ReactNode }) {
  const [printed, setPrinted] = useState<ReactNode>(null)
  // Synchronous, because the browser prints what is in the page when the event ends.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted(draw())))
  return printed && createPortal(printed, document.body)
}

interface PrintSheetProps {
  name: string
  products: readonly Product[]
  /** the order of the categories; the usual one if absent */
  aisles?: readonly string[]
}

/** A list as a printed checklist by category in two columns, without the bought products. */
export function PrintSheet({ name, products, aisles }: PrintSheetProps) {
  const { t } = useLingui()
  const language = useLanguage()
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

function Line({ product }: { product: Product }) {
  const { productName, quantity, unit, priceUnknown } = product
  const language = useLanguage()
  const amount = useAmount()
  const currency = useCurrency()
  const isOne = quantity === 1 && unit === 'pcs'
  const cost = priceUnknown ? '' : formatMoney(sum([product]), currency, language)
  const facts = [isOne ? '' : amount(quantity, unit), cost].filter((fact) => fact !== '')
  return (
    <li>
      <span className={classes.box} />
      <span className={classes.name}>
        {productName}
        {fieldsBelowOnPaper.map((field) => {
          const text = fieldText(product, field, language, usualCurrency)
          return text !== '' && <small key={field}>{text}</small>
        })}
      </span>
      {facts.length > 0 && <span className={classes.amount}>{facts.join(' · ')}</span>}
    </li>
  )
}
