import { type ReactNode, useState } from 'react'
import classes from './tip.module.css'

/** A tooltip for an icon, on mouse hover and keyboard focus. Screen readers use the icon's accessible name instead. */
export function Tip({ label, children }: { label: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <span
      className={classes.tip}
      onPointerEnter={({ pointerType }) => setShown(pointerType === 'mouse')}
      onPointerLeave={() => setShown(false)}
      onFocus={({ target }) => setShown(target.matches(':focus-visible'))}
      onBlur={() => setShown(false)}
    >
      {children}
      {shown && (
        <span className={classes.words} aria-hidden="true">
          {label}
        </span>
      )}
    </span>
  )
}
