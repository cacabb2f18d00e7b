import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits, type PriceFor } from '../../../core/product/entities.ts'
import type { PricedAmount } from '../../../core/product/prices.ts'
import type { AlreadyThere } from '../../../core/text/again.ts'
import type { FieldError } from '../../../core/text/normalise.ts'
import { useAllOf, useAmount, useCost, usePrice } from '../../texts/amounts.tsx'
import { fieldErrorText } from '../../texts/problem-text.ts'
import fieldClasses from '../rows/fields.module.css'
import { ProductMark } from '../picture/product-mark.tsx'
import lineClasses from './add.module.css'
import classes from './pasted-lines.module.css'
import type { Line, ReadLine } from './pasted.ts'
import { useOtherPriceFor } from '../prices/price-for.tsx'
import { Chips, PriceChip } from './understood-chips.tsx'

/** Returns a function that says what a line does to a product that is on the list already; '' for nothing. */
export function useMarkOf(): (there: AlreadyThere | undefined, isThere: boolean) => string {
  const { t } = useLingui()
  const allOf = useAllOf()
  return (there, isThere) => {
    if (there && 'untick' in there) return t`to buy again`
    if (!isThere) return ''
    // Without a typed amount nothing is added up, so there is no new amount to show.
    const becomes = there?.ask.counted ? allOf(there.ask) : ''
    return becomes === '' ? t`on the list` : t`becomes ${becomes}`
  }
}

interface PastedLineProps {
  line: ReadLine
  /** what happens to it on the list; '' for nothing special */
  mark: string
  /** the line that it was read from, to be shown below it */
  original?: string
  onChange: (key: Line['key'], typed: string) => void
  /** left out where lines have no prices */
  onPriceFor?: (key: Line['key'], priceFor: PriceFor) => void
  /** left out where a line can be unticked instead */
  onRemove?: (keys: ReadonlySet<number>) => void
  /** whether the line is ticked; left out where lines have no box */
  ticked?: boolean
  onTick?: (key: Line['key'], ticked: boolean) => void
}

/** A pasted line as the product it becomes. A press makes it the text again, to be corrected. */
export const PastedLine = memo(function PastedLine(props: PastedLineProps) {
  const { line, mark, original, onChange, onPriceFor, onRemove, ticked, onTick } = props
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const { key, text, said, value, category, error } = line
  const name = said.productName
  const isOpen = open || error !== null
  const priced = pricedOf(line)
  const onChoose = onPriceFor && ((kind: PriceFor) => onPriceFor(key, kind))
  const other = useOtherPriceFor()
  // It has a line of its own, where a press changes what it is for.
  const isBelow = onChoose !== undefined && priced !== null && other(priced) !== null

  // The field and the button replace each other, so the focus must follow.
  function show(field: boolean) {
    flushSync(() => setOpen(field))
    row.current?.querySelector<HTMLElement>('input:not([type]), button')?.focus()
  }
  return (
    <li ref={row} className={classes.line}>
      <div className={classes.field} data-off={ticked === false || undefined}>
        {onTick && (
          <input
            type="checkbox"
            className={fieldClasses.tick}
            aria-label={name}
            checked={ticked === true}
            onChange={(event) => onTick(key, event.target.checked)}
          />
        )}
        {isOpen ? (
          <input
            className={fieldClasses.input}
            aria-label={t`Product`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`pasted-${key}`}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(key, event.target.value)}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (error === null) show(false)
            }}
          />
        ) : (
          <button
            type="button"
            className={`hover-tint ${classes.said}`}
            title={t`Edit: ${name}`}
            onClick={() => show(true)}
          >
            <ProductMark productName={name} category={category} />
            <span className={classes.read}>
              <span className={classes.product}>
                <span className={classes.name}>{name}</span>
                <Told line={line} priced={isBelow ? null : priced} />
                {mark !== '' && <span className={classes.there}>{mark}</span>}
              </span>
              {original !== undefined && original.toLowerCase() !== name.toLowerCase() && (
                <span className={classes.original}>{original}</span>
              )}
            </span>
          </button>
        )}
        {onRemove && (
          <button
            type="button"
            className={`${fieldClasses.square} ${fieldClasses.delete}`}
            aria-label={t`Skip: ${name}`}
            onClick={() => onRemove(new Set([key]))}
          >
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
      {!isOpen && isBelow && (
        <div className={`${lineClasses.understoodLine} ${classes.price}`}>
          <PriceChip priced={priced} onPriceFor={onChoose} />
        </div>
      )}
      {isOpen && (
        <div id={`pasted-${key}`} className={lineClasses.understoodLine}>
          {error ? (
            <span className={lineClasses.error}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
              <ErrorText error={error} name={name} />
            </span>
          ) : (
            <>
              {text.trim() !== name && <span className={lineClasses.understood}>{name}</span>}
              <Chips said={said} unit={value.unit ?? 'pcs'} category={category} onPriceFor={onChoose} />
            </>
          )}
        </div>
      )}
    </li>
  )
})

function ErrorText({ error, name }: { error: FieldError; name: string }) {
  const { t } = useLingui()
  const [most, now] = [limits.name, name.length]
  if (error === 'tooLong') return t`At most ${most} characters; this has ${now}.`
  return error === 'required' ? t`Add the product’s name.` : t(fieldErrorText(error))
}

/** Returns the price of a line with its amount; null if it has no price. */
function pricedOf({ said, value }: ReadLine): PricedAmount | null {
  const { price, quantity = 1, priceFor } = said
  return price === undefined ? null : { price, unit: said.unit ?? value.unit ?? 'pcs', quantity, priceFor }
}

/** What a line says beside the name, in a few words. */
function Told({ line, priced }: { line: ReadLine; priced: PricedAmount | null }) {
  const { t } = useLingui()
  const amount = useAmount()
  const priceOf = usePrice()
  const costOf = useCost()
  const { quantity, unit, note, bought } = line.said
  const texts = [
    quantity !== undefined || unit ? amount(quantity ?? 1, unit ?? line.value.unit ?? 'pcs') : '',
    priced ? priceOf(priced) : '',
    priced ? costOf(priced) : '',
    note ?? '',
    bought ? t`bought` : '',
  ].filter((one) => one !== '')
  return <span className={classes.told}>{texts.join(' · ')}</span>
}
