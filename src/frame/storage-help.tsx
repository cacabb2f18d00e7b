import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { hasOther, loadNewest } from './worker-registration.ts'
import { useSession, who } from '../account/session/session.ts'
import { copyChanges, saveChanges } from '../sync/panel/save-changes.ts'
import { useLanguage } from '../texts/i18n.ts'
import { BusyButton } from '../ui/busy-button.tsx'

/**
 * Says what helps this page, whose storage belongs to a newer version. Either that version is there to be loaded, and
 * another tab runs it; or the server went back to this one.
 */
export function NewerVersion() {
  const [isThere, setIsThere] = useState<boolean | null>(null)
  const trial = useSession(who) === 'trial'
  const look = () => void hasOther().then(setIsThere)
  useEffect(() => void hasOther().then(setIsThere), [])
  useWindowEvent('online', look)
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
  const press = async () => {
    const isNow = await hasOther()
    setIsThere(isNow)
    // Otherwise a reload would bring this version again.
    if (isNow) await loadNewest()
  }
  return (
    <>
      <Text flex="1 1 16rem" miw={0} role="status">
        {isThere === null && <Trans>Whether it can be loaded shows as soon as there is a connection.</Trans>}
        {isThere === true && <Trans>Load the newer version to go on.</Trans>}
        {isThere === false &&
          (trial ? (
            <Trans>
              The server went back to the older version. Your lists are here again once it has the newer one.
            </Trans>
          ) : (
            <Trans>
              The server went back to the older version. Until it has the newer one again, you see your lists
              as the server has them and can change nothing; what waits here is sent then.
            </Trans>
          ))}
      </Text>
      <BusyButton variant="default" size="sm" h={44} onClick={press}>
        {isThere ? <Trans>Load the newer version</Trans> : <Trans>Look for the newer version</Trans>}
      </BusyButton>
    </>
  )
}

/** Buttons to copy or download the changes that are held in memory only. */
export function WaysOut() {
  const language = useLanguage()
  return (
    <Group gap="xs">
      <Button variant="default" size="sm" onClick={() => void copyChanges(language)}>
        <Trans>Copy what waits</Trans>
      </Button>
      <Button variant="default" size="sm" onClick={() => void saveChanges(language)}>
        <Trans>Save as a file</Trans>
      </Button>
    </Group>
  )
}
