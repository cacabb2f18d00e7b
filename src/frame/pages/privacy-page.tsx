import { Trans } from '@lingui/react/macro'
import { List, Stack, Text, Title } from '@mantine/core'

/** Says what is really stored. Whoever changes what is stored must update this page too. */
export function PrivacyPage() {
  return (
    <Stack component="article" gap="xs" pt="xs">
      <Title order={1} mb="xs">
        <Trans>Privacy policy</Trans>
      </Title>
      <Text size="lg" c="dimmed">
        <Trans>
          Short, because little is stored: what your lists need, and nothing for advertising or measuring you.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>On the server</Trans>
      </Title>
      <List spacing={6}>
        <List.Item>
          <Trans>
            Your email address, your language, and your name and city if you give them. Your password only as
            a one-way hash that cannot be reversed.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            The new address while you change your email, until both codes are given, and for two days at most.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Your lists and their products: names, quantities, prices, categories, shops, what was bought and
            when it changed.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>Who you share each list with, and what each person may do with it.</Trans>
        </List.Item>
        <List.Item>
          <Trans>
            The email addresses to which you send an invitation, until it is used or taken back, and for two
            weeks at most.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>Where you are logged in, so that a session can be renewed and ended.</Trans>
        </List.Item>
        <List.Item>
          <Trans>
            For each device with notifications: what you chose there, and the address at which the push
            service of its browser takes them. That service, for instance Google’s or Apple’s, cannot read
            them.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Nothing of the recipes that you read here. If you give the address of one, this server opens the
            page, and that site sees this server instead of you.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Logs of requests, for finding faults and stopping abuse. They hold no list contents and no
            passwords.
          </Trans>
        </List.Item>
      </List>
      <Title order={2} mt="lg">
        <Trans>On your device</Trans>
      </Title>
      <List spacing={6}>
        <List.Item>
          <Trans>
            The app itself, copies of your lists and the changes that are not sent yet, so that all of it
            works without a connection. Logging out removes the copies of your lists from the device.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Your session, your settings, and four cookies: one keeps you logged in if you ask for it, one logs
            you out when the browser closes if you do not, one lets you log in here while somebody else
            guesses your password, and one remembers light or dark. Your password is never stored.
          </Trans>
        </List.Item>
      </List>
      <Title order={2} mt="lg">
        <Trans>Who sees it</Trans>
      </Title>
      <Text>
        <Trans>
          You, the people you share a list with (they also see your name, email address and picture, when you
          have that list open, and when you shop from it, unless you turn that off in your profile; who may
          change that list also sees what you called a barcode), and whoever looks after this server. Nothing
          is sold or given to anyone else, and the app loads nothing from other companies.
        </Trans>
      </Text>
      <Title order={2} mt="lg">
        <Trans>For how long</Trans>
      </Title>
      <Text>
        <Trans>
          Until you delete it; what was changed or deleted on a list stays in its history for 30 days, and
          what was bought stays for 25 months, for your spending and so that the app can offer it again, also
          after its list was deleted. An account submitted for deletion is removed for good after 30 days,
          with its lists and what was bought from them; logging in before that brings it back.
        </Trans>
      </Text>
    </Stack>
  )
}
