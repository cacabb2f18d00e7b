import { Trans } from '@lingui/react/macro'
import { List, Stack, Text, Title } from '@mantine/core'
import { LinkAnchor } from '../../ui/links.tsx'

/** The terms of use. Anybody may run a server; an operator with other rules must change this page. */
export function TermsPage() {
  return (
    <Stack component="article" gap="xs" pt="xs">
      <Title order={1} mb="xs">
        <Trans>Terms of use</Trans>
      </Title>
      <Text size="lg" c="dimmed">
        <Trans>
          A shopping list needs few rules. These apply between you and whoever runs this server, and you
          accept them when you create an account.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>Your account</Trans>
      </Title>
      <Text>
        <Trans>
          An account is for one person, with their own email address. Keep your password to yourself. If you
          think somebody else knows it, change it: that logs out all your other devices.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>What you write is yours</Trans>
      </Title>
      <Text>
        <Trans>
          It is stored only to be shown to you and the people you share it with. Anybody may read and copy a
          template that you make public; you can make it private again at any time, but copies that others
          have made stay theirs.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>What is not allowed</Trans>
      </Title>
      <List spacing={6}>
        <List.Item>
          <Trans>Anything that breaks the law or infringes other people’s rights.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Sending lists or invitations to people who do not want them.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Trying to see other people’s data, or disrupting the service for them.</Trans>
        </List.Item>
      </List>
      <Title order={2} mt="lg">
        <Trans>What you can rely on</Trans>
      </Title>
      <Text>
        <Trans>
          What you type is kept on your device and sent as soon as there is a connection. No service is free
          of faults and outages, though, and this one comes without a guarantee. Keep a copy of what matters
          to you: you can download all your data from your profile at any time.
        </Trans>
      </Text>
      <Text>
        <Trans>Prices and totals are what people typed in. In the shop, what the shop says counts.</Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>How it ends</Trans>
      </Title>
      <Text>
        <Trans>
          You can delete your account whenever you like. Everything is kept for 30 days, in case you change
          your mind, and then removed for good. Whoever runs this server may close an account that breaks
          these terms, or end the service; they tell you by email beforehand wherever that is possible.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>Changes, and your rights</Trans>
      </Title>
      <Text>
        <Trans>
          If these terms change, you will be told before the change applies to you, and you are free to leave.
          Your rights under the law of your country stay as they are. What is stored about you is described in
          the{' '}
          <LinkAnchor to="/privacy" inherit>
            privacy policy
          </LinkAnchor>
          .
        </Trans>
      </Text>
    </Stack>
  )
}
