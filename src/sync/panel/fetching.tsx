import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useShallow } from 'zustand/react/shallow'
import { copied, fetchAgain, stopFetching, useOverview } from '../overview.ts'

/** On a new device: how many lists have been copied to it, and a way to stop that. */
export function Fetching() {
  const copying = useOverview(useShallow(copied))
  if (!copying) return null
  const { here, all, isStopped } = copying
  const left = all - here
  return (
    <Group gap="sm" my="sm" justify="space-between">
      <Text c="dimmed" role="status">
        {isStopped ? (
          <Plural
            value={left}
            one="# list is not on this device. It is fetched when you open it."
            other="# lists are not on this device. Each is fetched when you open it."
          />
        ) : (
          <Trans>
            Copying your lists to this device: {here} of {all}
          </Trans>
        )}
      </Text>
      <Button variant="default" size="sm" onClick={isStopped ? fetchAgain : stopFetching}>
        {isStopped ? <Trans>Copy them now</Trans> : <Trans>Stop</Trans>}
      </Button>
    </Group>
  )
}
