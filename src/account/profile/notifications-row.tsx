import { Trans } from '@lingui/react/macro'
import { IconBell } from '@tabler/icons-react'
import { LinkRow } from './rows.tsx'

/** The link to the notifications, shown with and without an account. */
export function NotificationsRow() {
  return (
    <LinkRow edit="notifications" icon={IconBell} title={<Trans>Notifications</Trans>}>
      <Trans>Who shares, shops and adds, on this device</Trans>
    </LinkRow>
  )
}
