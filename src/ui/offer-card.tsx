import { Card, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface OfferCardProps {
  /** accessible name */
  label: string
  picture: ReactNode
  title: ReactNode
  text: ReactNode
  /** two buttons: one to decline, one to accept the offer */
  children: ReactNode
}

/** A card above the lists that offers something once; hidden on a phone in landscape, which has no room for it. */
export function OfferCard({ label, picture, title, text, children }: OfferCardProps) {
  return (
    <Card component="section" aria-label={label} className="if-high" p="sm" my="sm" mx="var(--app-gutter)">
      <Group gap="sm" justify="flex-end">
        <Group gap="md" flex="1 1 18rem" miw={0} wrap="nowrap">
          {picture}
          <div>
            <Text fw={650}>{title}</Text>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </div>
        </Group>
        <Group gap="xs" wrap="nowrap">
          {children}
        </Group>
      </Group>
    </Card>
  )
}
