import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSync } from '../../state/lists/sync.ts'
import { storageTexts } from '../../texts/storage-text.ts'
import classes from './storage-banner.module.css'

/** Warns that this device does not store changes: what is safe, and what to do. */
export function StorageBanner() {
  const { t } = useLingui()
  const storage = useSync((sync) => sync.storage)
  if (storage === 'fine') return null
  return (
    <p className={classes.storage} role="alert">
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />
      {t(storageTexts[storage])}
    </p>
  )
}
