import { Plural, Trans } from '@lingui/react/macro'
import { IconWifiOff } from '@tabler/icons-react'
import { useInactiveBanner } from '../../state/session/inactive-banner.ts'
import { isSignedIn, isTrial, useSession } from '../../state/session/session.ts'
import classes from './banners.module.css'
import { InactiveBanner } from '../later-parts.tsx'

/** A quiet strip, not an alarm, since being offline is normal while shopping. */
export function OfflineBanner({ waiting }: { waiting: number }) {
  const trial = useSession(isTrial)
  return (
    <div className={classes.offline} role="status" data-strip="offline">
      <IconWifiOff size={22} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>
          <Trans>You are offline</Trans>
        </strong>
        <span className={classes.description}>
          {trial ? (
            <Trans>Carry on: everything is kept on this device.</Trans>
          ) : (
            <Trans>Carry on: everything is kept on this device and sent when you are back online.</Trans>
          )}
        </span>
      </p>
      {waiting > 0 && (
        <span className={classes.waiting}>
          <Plural value={waiting} one="# change waiting" other="# changes waiting" />
        </span>
      )}
    </div>
  )
}

/** Shows the banner of an inactive account, unless the user closed it since the login. */
export function InactiveNotice() {
  const inactive = useSession((state) =>
    isSignedIn(state) && state.profile && state.profile.status !== 'A' ? state.profile.id : null,
  )
  const closedBy = useInactiveBanner((banner) => banner.closedBy)
  if (inactive === null || inactive === closedBy) return null
  return <InactiveBanner accountId={inactive} />
}
