import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './button.module.css'
import { SpinnerOver } from './spinner.tsx'

export interface ButtonLook {
  /** filled: the main action; default: with a border; light: tinted; subtle: only text */
  variant?: 'filled' | 'default' | 'light' | 'subtle'
  /** gray: a subtle button without orange; red: deletes something */
  color?: 'orange' | 'gray' | 'red'
  /** 48, 36, 30 or 26 px high */
  size?: 'md' | 'sm' | 'compact-md' | 'compact-sm'
  leftSection?: ReactNode
  rightSection?: ReactNode
  fullWidth?: boolean
  /** 'start': text at the left edge, as in a menu */
  justify?: 'start'
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'color'> {
  /** the action is running: the button is disabled and shows a spinner */
  loading?: boolean | undefined
}

export function Button({ loading, disabled, type = 'button', ...props }: ButtonProps) {
  const { children, ...others } = looking(props)
  return (
    // oxlint-disable-next-line react/button-has-type -- it has: the caller's, or else 'button'
    <button {...others} type={type} disabled={disabled || loading} data-loading={loading || undefined}>
      {children}
      {loading && <SpinnerOver />}
    </button>
  )
}

/** A link to another document that looks like a button. */
export function AnchorButton(props: ButtonLook & Omit<ComponentProps<'a'>, 'color'>) {
  const { children, ...others } = looking(props)
  return <a {...others}>{children}</a>
}

/** A link to another page of the app that looks like a button. */
export const LinkButton = createLink(AnchorButton)

function looking<Props extends ButtonLook & { className?: string | undefined; children?: ReactNode }>({
  variant = 'filled',
  color = 'orange',
  size = 'md',
  leftSection,
  rightSection,
  fullWidth,
  justify,
  className,
  children,
  ...others
}: Props) {
  return {
    ...others,
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-color': color,
    'data-size': size,
    'data-wide': fullWidth || undefined,
    'data-justify': justify,
    children: (
      <>
        {leftSection && <span className={classes.left}>{leftSection}</span>}
        <span className={classes.label}>{children}</span>
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </>
    ),
  }
}
