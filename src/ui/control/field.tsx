import { type ReactNode, useId } from 'react'
import classes from './field.module.css'

export interface FieldTexts {
  label?: ReactNode
  description?: ReactNode
  /** the error message; falsy: the value is valid */
  error?: ReactNode
  /** class of the element around the label and the input */
  className?: string | undefined
}

/** The attributes that connect an input to its label, description and error. */
export interface InField {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Returns the attributes that connect an input to its texts; `given`: the caller's id, if there is one. */
export function useInField(given: string | undefined, { description, error }: FieldTexts): InField {
  const own = useId()
  const id = given ?? own
  const about = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': about || undefined, 'aria-invalid': error ? true : undefined }
}

export function Description({ of, children }: { of: InField; children: ReactNode }) {
  if (!children) return null
  return (
    <p className={classes.description} id={`${of.id}-description`}>
      {children}
    </p>
  )
}

export function FieldError({ of, children }: { of: InField; children: ReactNode }) {
  if (!children) return null
  return (
    <p className={classes.error} id={`${of.id}-error`}>
      {children}
    </p>
  )
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  children: (input: InField) => ReactNode
}

/** An input with its label above it and, if given, a description and an error. */
export function Field({ id, label, description, error, className, children }: FieldProps) {
  const input = useInField(id, { description, error })
  return (
    <div className={className}>
      {label && (
        <label className={classes.label} htmlFor={input.id}>
          {label}
        </label>
      )}
      <Description of={input}>{description}</Description>
      {children(input)}
      <FieldError of={input}>{error}</FieldError>
    </div>
  )
}
