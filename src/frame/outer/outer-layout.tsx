import type { ReactNode } from 'react'
import { OuterFrame, type OuterKind } from './outer-frame.tsx'
import { usePageChange } from '../use-page-change.ts'

interface OuterLayoutProps {
  kind: OuterKind
  children: ReactNode
}

/** The frame of pages that need no account; sets the title and the focus at each page change. */
export function OuterLayout({ kind, children }: OuterLayoutProps) {
  return (
    <OuterFrame kind={kind} page={usePageChange()}>
      {children}
    </OuterFrame>
  )
}
