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

/** On a button that waits: over everything else in it, which is hidden and keeps its room. */
export function SpinnerOver() {
  return <Spinner size={20} className={classes.over} />
}
