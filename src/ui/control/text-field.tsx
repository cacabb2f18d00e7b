import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import classes from './input.module.css'

/** A text field of one line. */
export function TextField({
  id,
  label,
  description,
  error,
  className,
  ...input
}: FieldTexts & ComponentProps<'input'>) {
  return (
    <Field id={id} label={label} description={description} error={error} className={className}>
      {(own) => <input {...input} {...own} className={classes.input} />}
    </Field>
  )
}

/** A text field of several lines: at least `rows`, growing with its text up to `maxRows`. */
export function TextArea({
  id,
  label,
  description,
  error,
  className,
  maxRows,
  ...input
}: FieldTexts & ComponentProps<'textarea'> & { maxRows?: number }) {
  return (
    <Field id={id} label={label} description={description} error={error} className={className}>
      {(own) => (
        <textarea
          {...input}
          {...own}
          className={classes.input}
          style={maxRows ? { maxHeight: `calc(${maxRows} * 1.5em + 18px)` } : undefined}
        />
      )}
    </Field>
  )
}
