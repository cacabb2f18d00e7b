import type { ReactNode } from 'react'
import { OuterFrame } from './outer-frame.tsx'
import { usePageChange } from '../use-page-change.ts'

interface OuterLayoutProps {
  kind: 'form' | 'text' | 'wide' | 'message'
  children: ReactNode
}

/** The frame of the pages that need no account, as one goes from one of them to another. */
export function OuterLayout({ kind, children }: OuterLayoutProps) {
  return (
    <OuterFrame kind={kind} page={usePageChange()}>
      {children}
    </OuterFrame>
  )
}
