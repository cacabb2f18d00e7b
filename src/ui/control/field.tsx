import { type ReactNode, useId } from 'react'
import classes from './field.module.css'

export interface FieldTexts {
  label?: ReactNode
  description?: ReactNode
  /** what is wrong with the value; falsy: nothing */
  error?: ReactNode
  /** of the whole, with its label */
  className?: string | undefined
}

/** What an input takes from its field, so that its texts belong to it. */
export interface InField {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The id of an input, and what says which texts belong to it. */
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

/** An input with its label above it and, where there are any, a description and an error. */
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
