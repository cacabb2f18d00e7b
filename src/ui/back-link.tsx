import { Anchor, type AnchorProps } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface BackLinkProps extends AnchorProps {
  href?: string
  children: ReactNode
}

/** A link to the page above this one, at the beginning of a page. */
export const BackLink = createLink(({ children, ...props }: BackLinkProps) => (
  <Anchor
    {...props}
    display="inline-flex"
    mih={44}
    style={{ alignItems: 'center', gap: 8, overflowWrap: 'anywhere' }}
  >
    <IconArrowLeft size={20} stroke={1.75} style={{ flex: 'none' }} aria-hidden="true" />
    {children}
  </Anchor>
))
