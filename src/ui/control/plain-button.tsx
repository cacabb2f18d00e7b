import type { ComponentProps } from 'react'
import classes from './plain-button.module.css'

/** A button without any styling of its own. */
export function PlainButton({ className, type = 'button', ...others }: ComponentProps<'button'>) {
  return (
    // oxlint-disable-next-line react/button-has-type -- it has: the caller's, or else 'button'
    <button {...others} type={type} className={className ? `${classes.plain} ${className}` : classes.plain} />
  )
}
