import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { type ClipboardEventHandler, memo, type Ref, useId } from 'react'
import classes from '../rows/fields.module.css'
import { productFields, type TypedField } from '../../../core/product/table.ts'
import { comboboxProps, isSuggested } from './combobox.ts'

interface DraftFieldProps {
  field: TypedField
  label: string
  value: string
  error: MessageDescriptor | undefined
  onChange: (field: TypedField, text: string) => void
  onPaste?: ClipboardEventHandler<HTMLInputElement>
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** One field of a product that is not added yet. */
export const DraftField = memo(function DraftField({
  field,
  label,
  value,
  error,
  onChange,
  onPaste,
  placeholder,
  ref,
}: DraftFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const number = productFields[field].kind === 'number'
  return (
    <>
      <input
        ref={ref}
        className={classes.input}
        data-field={field}
        data-quick={field === 'productName' || undefined}
        data-number={number || undefined}
        data-typing={value !== '' || undefined}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        inputMode={number ? 'decimal' : undefined}
        enterKeyHint="send"
        autoComplete="off"
        size={1}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(field, event.target.value)}
        onPaste={onPaste}
        {...(isSuggested(field) && comboboxProps)}
      />
      {error && (
        <span id={id} role="alert" className={classes.error}>
          {t(error)}
        </span>
      )}
    </>
  )
})
