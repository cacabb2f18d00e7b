import classes from './spinner.module.css'

/** A turning ring, shown while something loads. `size`: in px */
export function Spinner({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <span
      className={className ? `${classes.spinner} ${className}` : classes.spinner}
      style={{ width: size, height: size }}
    />
  )
}

/** A spinner over the content of a button, which is hidden but keeps its space. */
export function SpinnerOver() {
  return <Spinner size={20} className={classes.over} />
}
