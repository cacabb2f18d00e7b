import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazyScript, withTexts } from '../ui/lazy.tsx'
import { useSync } from '../sync/sync-status.ts'
import { storageTexts } from '../texts/error-text.ts'
import { useLanguage } from '../texts/i18n.ts'

const NewerVersion = lazyScript(() => withTexts(import('./newer-version.tsx'))).overlay(
  (code) => code.NewerVersion,
)

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

/** Buttons to copy or download the changes that are held in memory only. */
function WaysOut() {
  const language = useLanguage()
  // Lazy, because it is rarely needed.
  const saving = () => import('../sync/panel/save-changes.ts')
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        onClick={() => void saving().then((to) => to.copyChanges(language))}
      >
        <Trans>Copy what waits</Trans>
      </Button>
      <Button
        variant="default"
        size="sm"
        onClick={() => void saving().then((to) => to.saveChanges(language))}
      >
        <Trans>Save as a file</Trans>
      </Button>
    </Group>
  )
}
