import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { fetchAgain, stopFetching, useOverview } from '../state/lists/overview.ts'

/** fewer lists are there in a moment */
const few = 5

/** On a new device: how many lists have been copied to it, and a way to stop that. */
export function Fetching() {
  const fetches = useOverview((state) => state.fetches)
  const all = useOverview(({ lists }) => lists?.filter((list) => list.listStatus !== 'archiwum').length ?? 0)
  const here = useOverview(
    ({ lists }) => lists?.filter((list) => list.listStatus !== 'archiwum' && list.isWhole).length ?? 0,
  )
  const left = all - here
  if (fetches === 'no' || all < few || left === 0) return null
  const isStopped = fetches === 'stopped'
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
