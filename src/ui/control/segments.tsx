import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<Value extends string> {
  'aria-label': string
  /** the chosen value; '': none is marked */
  value: Value | ''
  data: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  className?: string | undefined
}

/** Radio buttons side by side that look like one bar, for a choice among few. */
export function Segments<Value extends string>({
  value: chosen,
  data,
  onChange,
  className,
  ...group
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div
      {...group}
      role="radiogroup"
      className={className ? `${classes.segments} ${className}` : classes.segments}
    >
      {data.map(({ value, label }) => (
        <label key={value} className={classes.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
