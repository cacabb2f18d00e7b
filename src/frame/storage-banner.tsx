import { useLingui } from '@lingui/react/macro'
import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazyScript, withTexts } from '../ui/lazy.tsx'
import { useSync } from '../sync/sync-status.ts'
import { storageTexts } from '../texts/error-text.ts'

const help = lazyScript(() => withTexts(import('./storage-help.tsx')))
const NewerVersion = help.overlay((all) => all.NewerVersion)
const WaysOut = help.overlay((all) => all.WaysOut)

/** Warns that this device does not store changes, and says what is safe and what to do. */
export function StorageBanner() {
  const { t } = useLingui()
  const storage = useSync((sync) => sync.storage)
  if (storage === 'fine') return null
  return (
    <Alert
      role="alert"
      color="red"
      radius={0}
      py="sm"
      icon={<IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />}
    >
      <Group gap="sm">
        <Text flex="1 1 16rem" miw={0}>
          {t(storageTexts[storage])}
        </Text>
        {storage === 'full' && <WaysOut />}
        {storage === 'newer' && <NewerVersion />}
      </Group>
    </Alert>
  )
}
