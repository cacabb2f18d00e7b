import { Plural, Trans } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Unreachable } from '../../device/failures.ts'

interface NotLoadedProps {
  error: Error
  onAgain: () => void
  /** what needs a connection, if it is not the sums */
  offline?: ReactNode
}

export function NotLoaded({ error, onAgain, offline }: NotLoadedProps) {
  return (
    <Alert icon={<IconWifiOff size={20} stroke={1.75} aria-hidden="true" />} role="alert">
      <Stack gap="sm" align="flex-start">
        {error instanceof Unreachable ? (
          (offline ?? (
            <Trans>The sums need a connection the first time. After that they can be read offline too.</Trans>
          ))
        ) : (
          <Trans>The sums could not be loaded. Your lists and prices are safe.</Trans>
        )}
        <Button variant="default" size="sm" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    </Alert>
  )
}

/** Says how many purchases of a sum have no price. */
export function WithoutPrice({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <Text c="dimmed" fz="sm">
      <Plural value={count} one="# without a price" other="# without a price" />
    </Text>
  )
}
