import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { type Ref, useId } from 'react'
import classes from './field.module.css'
import type { TypedField } from './field-text.ts'

interface DraftFieldProps {
  field: TypedField
  label: string
  value: string
  error: MessageDescriptor | undefined
  onChange: (field: TypedField, text: string) => void
  list?: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** One field of a product that is yet to be added. */
export function DraftField({
  field,
  label,
  value,
  error,
  onChange,
  list,
  placeholder,
  ref,
}: DraftFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const number = field === 'price' || field === 'quantity'
  return (
    <>
      <input
        ref={ref}
        className={classes.input}
        data-field={field}
        data-number={number || undefined}
        data-typing={value !== '' || undefined}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        inputMode={number ? 'decimal' : undefined}
        enterKeyHint="send"
        autoComplete="off"
        list={list}
        size={1}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(field, event.target.value)}
      />
      {error && (
        <span id={id} role="alert" className={classes.error}>
          {t(error)}
        </span>
      )}
    </>
  )
}
