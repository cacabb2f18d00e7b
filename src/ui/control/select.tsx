import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import classes from './input.module.css'

interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'size' | 'children'> {
  data: readonly { value: string; label: string }[]
  /** 48 or 36 px high */
  size?: 'md' | 'sm'
  /** an icon before the chosen option */
  leftSection?: ReactNode
}

/** A choice of one option among few, with the device's native picker. */
export function Select({
  id,
  label,
  description,
  error,
  className,
  data,
  size = 'md',
  leftSection,
  ...select
}: SelectProps) {
  return (
    <Field id={id} label={label} description={description} error={error} className={className}>
      {(own) => (
        <div className={classes.framed} data-begins={leftSection ? true : undefined}>
          <select {...select} {...own} className={classes.input} data-size={size}>
            {data.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {leftSection && <span className={`${classes.begin} ${classes.sign}`}>{leftSection}</span>}
          <span className={`${classes.end} ${classes.sign}`}>
            <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
          </span>
        </div>
      )}
    </Field>
  )
}
