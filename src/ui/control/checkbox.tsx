import type { ComponentProps, ReactNode } from 'react'
import classes from './checkbox.module.css'
import { Description, FieldError, useInField } from './field.tsx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
}

/** A checkbox with its label beside it. */
export function Checkbox({ id, label, description, error, className, ...input }: CheckboxProps) {
  const own = useInField(id, { description, error })
  return (
    <div className={className ? `${classes.choice} ${className}` : classes.choice}>
      <input {...input} {...own} type="checkbox" className={classes.box} />
      <div>
        <label htmlFor={own.id}>{label}</label>
        <Description of={own}>{description}</Description>
        <FieldError of={own}>{error}</FieldError>
      </div>
    </div>
  )
}
