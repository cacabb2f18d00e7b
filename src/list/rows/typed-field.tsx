import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { productFields, type TypedField as FieldName } from '../../../core/product/table.ts'
import classes from './fields.module.css'
import { comboboxProps, isSuggested } from '../add/combobox.ts'
import { useField } from './use-field.ts'

interface TypedFieldProps {
  product: ProductView
  field: FieldName
  /** for users who do not see the column heading */
  label: string
  /** the unit of a price, if the label does not name it */
  suffix?: string
}

export function TypedField({ product, field, label, suffix }: TypedFieldProps) {
  return <FieldInput field={useField(product, field)} name={field} label={label} suffix={suffix} />
}

interface FieldInputProps {
  field: ReturnType<typeof useField>
  name: FieldName
  label: string
  suffix?: string | undefined
}

/** The input of a field, with its error message. */
export function FieldInput({ field: { error, typing, input }, name, label, suffix }: FieldInputProps) {
  const { t } = useLingui()
  const id = useId()
  const number = productFields[name].kind === 'number'
  return (
    <>
      <input
        {...input}
        className={classes.input}
        data-field={name}
        data-number={number || undefined}
        data-typing={typing || undefined}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && id, suffix && `${id}-suffix`].filter(Boolean).join(' ') || undefined}
        inputMode={number ? 'decimal' : undefined}
        enterKeyHint="done"
        autoComplete="off"
        size={1}
        {...(isSuggested(name) && comboboxProps)}
      />
      {suffix && (
        <span id={`${id}-suffix`} className={classes.suffix}>
          {suffix}
        </span>
      )}
      {error && (
        <span id={id} role="alert" className={classes.error}>
          {t(error)}
        </span>
      )}
    </>
  )
}
