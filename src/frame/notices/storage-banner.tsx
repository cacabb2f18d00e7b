import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSync } from '../../state/lists/sync.ts'
import { storageTexts } from '../../texts/storage-text.ts'
import { useLanguage } from '../../texts/use-language.ts'
import classes from './storage-banner.module.css'

/** Warns that this device does not store changes, and says what is safe and what to do. */
export function StorageBanner() {
  const { t } = useLingui()
  const storage = useSync((sync) => sync.storage)
  if (storage === 'fine') return null
  return (
    <div className={classes.storage} role="alert">
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />
      <span className={classes.text}>{t(storageTexts[storage])}</span>
      {storage === 'full' && <WaysOut />}
    </div>
  )
}

/** Buttons to copy or download the changes that are held in memory only. */
function WaysOut() {
  const language = useLanguage()
  // Lazy, because it is rarely needed.
  const saving = () => import('../../app/save-changes.ts')
  return (
    <span className={classes.ways}>
      <Button variant="light" size="sm" onClick={() => void saving().then((to) => to.copyChanges(language))}>
        <Trans>Copy what waits</Trans>
      </Button>
      <Button variant="light" size="sm" onClick={() => void saving().then((to) => to.saveChanges(language))}>
        <Trans>Save as a file</Trans>
      </Button>
    </span>
  )
}
