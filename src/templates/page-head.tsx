import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './templates.module.css'

/** The heading of a page of templates, with what can be done beside it. */
export function PageHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm" className={classes.head}>
      <Title>{title}</Title>
      {children}
    </Group>
  )
}
