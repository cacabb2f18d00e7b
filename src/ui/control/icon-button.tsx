import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'
import { SpinnerOver } from './spinner.tsx'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** px; 44, the least that a thumb hits, where nothing is said */
  size?: number
  /** filled: orange; default: with a border; subtle: only the icon */
  variant?: 'filled' | 'default' | 'subtle'
  round?: boolean
  loading?: boolean | undefined
}

/** A button that is an icon; what it does is said in `aria-label`. */
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
