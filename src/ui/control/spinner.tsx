import classes from './spinner.module.css'

/** Turns while something is on its way. `size`: px */
export function Spinner({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <span
      className={className ? `${classes.spinner} ${className}` : classes.spinner}
      style={{ width: size, height: size }}
    />
  )
}
