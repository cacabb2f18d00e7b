import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface NothingProps {
  picture: ReactNode
  /** the page's heading, if it has no other */
  title?: ReactNode
  /** why there is nothing, and what can be done */
  children: ReactNode
  buttons?: ReactNode
  role?: 'alert'
}

/** Stands in the middle of a page that has nothing to show: a picture, a sentence and what can be done. */
export function Nothing({ picture, title, children, buttons, role }: NothingProps) {
  return (
    <Stack role={role} align="center" maw="26rem" mx="auto" mt="5vh" ta="center" fz="lg">
      {picture}
      {title && <Title>{title}</Title>}
      <div style={{ textWrap: 'balance' }}>{children}</div>
      {buttons && <Group justify="center">{buttons}</Group>}
    </Stack>
  )
}
