import { useLingui } from '@lingui/react/macro'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { stepped } from '../../../core/product/quantity.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { parseTyped } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import classes from './fields.module.css'
import { FieldInput } from './typed-field.tsx'
import { useField } from './use-field.ts'

interface QuantityFieldProps {
  product: ProductView
  label: string
  /** in the table the buttons are for the mouse only: Tab skips them and moves from field to field */
  inTable?: boolean
}

/** The quantity with − and + buttons. They step from the value shown, whether it is saved or only typed. */
export function QuantityField({ product, label, inTable }: QuantityFieldProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const field = useField(product, 'quantity')
  const typed = parseTyped('quantity', field.value, language)
  const quantity = typed.ok ? Number(typed.value) : product.quantity
  const name = product.productName
  const button = (direction: 1 | -1, text: string) => {
    const next = stepped(quantity, product.unit, direction)
    const Sign = direction === 1 ? IconPlus : IconMinus
    return (
      <button
        type="button"
        className={classes.step}
        aria-label={text}
        tabIndex={inTable ? -1 : undefined}
        disabled={next === null}
        onClick={() => next !== null && field.put(next)}
      >
        <Sign size={20} stroke={2} aria-hidden="true" />
      </button>
    )
  }
  return (
    <div className={classes.quantity} data-long={field.value.length > 3 || undefined}>
      {button(-1, t`Less: ${name}`)}
      <div>
        <FieldInput field={field} name="quantity" label={label} />
      </div>
      {button(1, t`More: ${name}`)}
    </div>
  )
}
