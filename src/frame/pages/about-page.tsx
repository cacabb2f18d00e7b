import { Trans } from '@lingui/react/macro'
import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type Icon, IconArchive, IconDevices, IconListDetails, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { appName } from '../../lib/app-name.ts'
import { languageChoices, useLanguage } from '../../texts/i18n.ts'

export function AboutPage() {
  const spoken = new Intl.ListFormat(useLanguage()).format(languageChoices.map(({ label }) => label))
  return (
    <Stack component="article" gap="xs" pt="xs">
      <Title order={1} mb="xs">
        <Trans>About us</Trans>
      </Title>
      <Text size="lg" c="dimmed">
        <Trans>
          {appName} is a shopping list for a household: for the person in the shop and for the person at home
          who has just remembered the milk.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>Why it exists</Trans>
      </Title>
      <Text>
        <Trans>
          Shops have thick walls and a poor signal, and that is exactly where you need your list. So
          everything you write or tick is kept on your device first and sent when there is a connection. You
          never wait for it, and nothing is lost.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>What it does</Trans>
      </Title>
      <SimpleGrid component="ul" type="container" minColWidth="18rem" spacing="sm">
        <Point icon={IconListDetails}>
          <Trans>Lists with quantities, prices, categories and shops, and the total.</Trans>
        </Point>
        <Point icon={IconUsers}>
          <Trans>Sharing: some can only view, some can tick, some can edit.</Trans>
        </Point>
        <Point icon={IconArchive}>
          <Trans>An archive that brings an old list back with one tap.</Trans>
        </Point>
        <Point icon={IconDevices}>
          <Trans>{spoken}, light and dark, phone and desktop.</Trans>
        </Point>
      </SimpleGrid>
      <Title order={2} mt="lg">
        <Trans>What it does not do</Trans>
      </Title>
      <Text>
        <Trans>There are no ads and no tracking. The app loads nothing from other companies.</Trans>
      </Text>
    </Stack>
  )
}

function Point({ icon: Sign, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Card component="li">
      <Group gap="sm" wrap="nowrap" align="start">
        <Sign size={24} stroke={1.75} aria-hidden="true" color="var(--app-dim)" style={{ flex: 'none' }} />
        <Text>{children}</Text>
      </Group>
    </Card>
  )
}
