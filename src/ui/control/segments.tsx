import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<Value extends string> {
  'aria-label': string
  /** the chosen one; none of them: nothing is marked */
  value: Value | ''
  data: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  className?: string | undefined
}

/** A choice among few, side by side: radio buttons that look like one bar. */
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
