import type { ReactNode } from 'react'
import { useKeyboardInset } from '../../ui/input/keyboard.ts'
import { AddForm } from '../later-parts.tsx'
import classes from './add.module.css'

/** The add field of a phone, docked at the bottom or above the open keyboard; `children` are shown above it. */
export function AddDock({ children }: { children: ReactNode }) {
  const keyboard = useKeyboardInset()
  return (
    <div className={classes.dock} data-keyboard={keyboard > 0 || undefined} data-docked="">
      <div className={classes.strip}>{children}</div>
      <div className={classes.adding}>
        <AddForm />
      </div>
    </div>
  )
}
