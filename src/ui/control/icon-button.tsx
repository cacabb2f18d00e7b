import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'
import { SpinnerOver } from './spinner.tsx'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** width and height in px; by default 44, the smallest size that a thumb hits reliably */
  size?: number
  /** filled: orange; default: with a border; subtle: only the icon */
  variant?: 'filled' | 'default' | 'subtle'
  round?: boolean
  loading?: boolean | undefined
}

/** A button with only an icon; `aria-label` says what it does. */
export function IconButton({
  size = 44,
  variant = 'subtle',
  round,
  loading,
  disabled,
  type = 'button',
  className,
  style,
  children,
  ...others
}: IconButtonProps) {
  return (
    // oxlint-disable-next-line react/button-has-type -- it has: the caller's, or else 'button'
    <button
      {...others}
      type={type}
      disabled={disabled || loading}
      data-variant={variant}
      data-round={round || undefined}
      data-loading={loading || undefined}
      className={className ? `${classes.button} ${className}` : classes.button}
      style={size === 44 ? style : { ...style, width: size, height: size, minWidth: size }}
    >
      {children}
      {loading && <SpinnerOver />}
    </button>
  )
}
