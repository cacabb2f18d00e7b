import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowBackUp, IconCheck, IconNote, IconSparkles } from '@tabler/icons-react'
import type { Unit } from '../../../core/product/entities.ts'
import { parsePrice } from '../../../core/product/money.ts'
import { typedFields } from '../../../core/product/table.ts'
import type { Understood } from '../../../core/text/quick-add.ts'
import { basePrice } from '../../../core/product/prices.ts'
import { isOfPack } from '../../../core/text/quick-units.ts'
import { fieldNames } from '../../texts/field-text.ts'
import { usePrice, useAmount, useCurrency } from '../../texts/amounts.tsx'
import { CheaperText, useCheaper } from '../prices/cheaper.tsx'
import { CategoryMark } from '../picture/product-mark.tsx'
import fields from '../rows/fields.module.css'
import classes from './add.module.css'
import type { NewProduct } from './use-new-product.ts'

interface ChipsProps {
  said: Understood & { bought: boolean }
  unit: Unit
  category: string
}

/** The values parsed from a line, such as quantity, price and category. */
export function Chips({ said, unit, category }: ChipsProps) {
  const amount = useAmount()
  const priceOf = usePrice()
  const { t } = useLingui()
  const { quantity, price } = said
  const texts = typedFields.flatMap((field) => {
    const text = field !== 'productName' && field in said ? said[field as keyof Understood] : undefined
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  const counted = said.unit ?? unit
  // While the name is missing, the price beside '200g' may be the price of a pack, so show it per piece.
  const priced = said.productName === '' && isOfPack(counted) ? 'pcs' : counted
  return (
    <>
      {(quantity !== undefined || said.unit) && (
        <span className={classes.chip}>{amount(quantity ?? 1, counted)}</span>
      )}
      {price !== undefined && (
        <span className={classes.chip}>
          {priceOf({ price, unit: priced, quantity: priced === counted ? (quantity ?? 1) : 1 })}
        </span>
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

/** A line above the adding field, shown while something parsed or known can be offered. */
export function UnderstoodLine({ product }: { product: NewProduct }) {
  const { t } = useLingui()
  const priceOf = usePrice()
  const { draft, said, category, lastPrice, change, setPlain } = product
  const currency = useCurrency()
  const given = said.price ?? parsePrice(draft.price, currency)
  const amount = { quantity: said.quantity ?? 1, unit: said.unit ?? draft.unit }
  const cheaper = useCheaper({
    productName: said.productName,
    shop: draft.shop,
    unit: amount.unit,
    price: given === null ? undefined : basePrice({ ...amount, price: given }),
  })
  if (draft.productName.trim() === '') return null
  const differs = draft.productName.trim() !== said.productName
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
      <Chips said={shown} unit={draft.unit} category={category} />
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
