import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowBackUp, IconArrowsExchange, IconCheck, IconNote, IconSparkles } from '@tabler/icons-react'
import type { PriceFor, Unit } from '../../../core/product/entities.ts'
import { parsePrice } from '../../../core/product/money.ts'
import { typedFields } from '../../../core/product/table.ts'
import type { Understood } from '../../../core/text/quick-add.ts'
import { basePrice, type PricedAmount } from '../../../core/product/prices.ts'
import { fieldNames } from '../../texts/field-text.ts'
import { usePrice, useAmount, useCurrency } from '../../texts/amounts.tsx'
import { useOtherPriceFor } from '../prices/price-for.tsx'
import { CheaperText, useCheaper } from '../prices/cheaper.tsx'
import { CategoryMark } from '../picture/product-mark.tsx'
import fields from '../rows/fields.module.css'
import classes from './add.module.css'
import type { NewProduct } from './use-new-product.ts'

interface ChipsProps {
  said: Understood & { bought: boolean }
  unit: Unit
  category: string
  /** a press on the price changes what it is for; left out where it cannot be changed */
  onPriceFor?: (priceFor: PriceFor) => void
}

/** The values parsed from a line, such as quantity, price and category. */
export function Chips({ said, unit, category, onPriceFor }: ChipsProps) {
  const amount = useAmount()
  const { t } = useLingui()
  const { quantity, price } = said
  const texts = typedFields.flatMap((field) => {
    const text = field !== 'productName' && field in said ? said[field as keyof Understood] : undefined
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  const counted = said.unit ?? unit
  return (
    <>
      {(quantity !== undefined || said.unit) && (
        <span className={classes.chip}>{amount(quantity ?? 1, counted)}</span>
      )}
      {price !== undefined && (
        <PriceChip
          priced={{ price, unit: counted, quantity: quantity ?? 1, priceFor: said.priceFor }}
          onPriceFor={onPriceFor}
        />
      )}
      {texts.map(([field, text]) => (
        <span key={field} className={classes.chip}>
          <IconNote size={18} stroke={1.75} role="img" aria-label={t(fieldNames[field])} />
          <span className={classes.words}>{text}</span>
        </span>
      ))}
      {said.bought && (
        <span className={classes.chip}>
          <IconCheck size={18} stroke={2} aria-hidden="true" />
          <Trans>bought</Trans>
        </span>
      )}
      {category !== '' && (
        <span className={classes.chip}>
          <CategoryMark name={category} />
          <span className={classes.words}>{category}</span>
        </span>
      )}
    </>
  )
}

/** The price and what the row will cost. A press changes what the price is for; the number stays. */
export function PriceChip({ priced, onPriceFor }: { priced: PricedAmount } & Pick<ChipsProps, 'onPriceFor'>) {
  const { t } = useLingui()
  const price = usePrice()(priced)
  const other = useOtherPriceFor()(priced)
  const words = other ? `${price} ${other.words}` : price
  if (!onPriceFor || !other) return <span className={classes.chip}>{words}</span>
  return (
    <button
      type="button"
      className={`${fields.plain} ${classes.button}`}
      title={t`What the price is for`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPriceFor(other.next)}
    >
      {words}
      <IconArrowsExchange size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

/** A line above the adding field, shown while something parsed or known can be offered. */
export function UnderstoodLine({ product }: { product: NewProduct }) {
  const { t } = useLingui()
  const priceOf = usePrice()
  const { draft, said, differs, category, lastPrice, change, setPlain, choosePriceFor } = product
  const currency = useCurrency()
  const given = said.price ?? parsePrice(draft.price, currency)
  const { priceFor } = said
  const amount = { quantity: said.quantity ?? 1, unit: said.unit ?? draft.unit, priceFor }
  const cheaper = useCheaper({
    productName: said.productName,
    shop: draft.shop,
    unit: amount.unit,
    price: given === null ? undefined : basePrice({ ...amount, price: given }),
  })
  if (draft.productName.trim() === '') return null
  const chosenUnit = draft.unit !== 'pcs' && draft.quantity === '1' && said.quantity === undefined
  const shown = chosenUnit ? { ...said, unit: said.unit ?? draft.unit } : said
  if (!differs && category === '' && lastPrice === undefined && !cheaper && !draft.plain && !chosenUnit)
    return null
  const unit = said.unit ?? draft.unit
  const price =
    lastPrice === undefined ? '' : priceOf({ price: lastPrice, unit, quantity: said.quantity ?? 1 })
  return (
    <div className={classes.understoodLine} role="group" aria-label={t`Recognised`}>
      {differs && said.productName !== '' && <span className={classes.understood}>{said.productName}</span>}
      <Chips said={shown} unit={draft.unit} category={category} onPriceFor={choosePriceFor} />
      {lastPrice !== undefined && (
        <button
          type="button"
          className={`${fields.plain} ${classes.button}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => change('price', lastPrice.toFixed(2))}
        >
          <IconSparkles size={18} stroke={1.75} aria-hidden="true" />
          <Trans>Last time: {price}</Trans>
        </button>
      )}
      {cheaper && <CheaperText {...cheaper} />}
      {(differs || draft.plain) && (
        <button
          type="button"
          className={`${fields.plain} ${classes.button}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setPlain(!draft.plain)}
        >
          <IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />
          {draft.plain ? <Trans>Read the numbers</Trans> : <Trans>Keep as typed</Trans>}
        </button>
      )}
    </div>
  )
}
