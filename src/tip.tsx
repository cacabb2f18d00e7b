import type { ReactNode } from 'react'
import classes from './tip.module.css'

interface TipProps {
  label: string
  children: ReactNode
}

/** Shows what a sign means, under the mouse and with the focus; whoever hears the page has it in the name. */
export function Tip({ label, children }: TipProps) {
  return (
    <span className={classes.tip} data-tip={label}>
      {children}
    </span>
  )
}
