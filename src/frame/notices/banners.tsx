import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconMailExclamation, IconWifiOff } from '@tabler/icons-react'
import { closeInactiveBanner, useInactiveBanner } from '../../state/session/inactive-banner.ts'
import { isSignedIn, isTrial, useSession } from '../../state/session/session.ts'
import { resendAndTell } from '../../state/session/account-calls.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import classes from './banners.module.css'
import { Button } from '../../ui/control/button.tsx'
import { CloseButton } from '../../ui/control/close-button.tsx'

/** A quiet strip, not an alarm: being offline is part of shopping. */
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

/** Shown while the account is not active, unless the user closed it since the log-in. */
export function InactiveBanner() {
  const { t } = useLingui()
  const inactive = useSession((state) =>
    isSignedIn(state) && state.profile && state.profile.status !== 'A' ? state.profile.id : null,
  )
  const closedBy = useInactiveBanner((banner) => banner.closedBy)
  if (inactive === null || inactive === closedBy) return null
  return (
    <section className={classes.inactive} aria-label={t(accountTexts.inactiveAccount)}>
      <IconMailExclamation size={26} stroke={1.75} aria-hidden="true" />
      <div className={classes.inactiveText}>
        <h2>{t(accountTexts.inactiveAccount)}</h2>
        <p>
          {t(accountTexts.inactiveAccountDescription)} <em>{t(accountTexts.inactiveAccountSafe)}</em>
        </p>
      </div>
      <Button variant="default" size="sm" className={classes.resend} onClick={() => void resendAndTell()}>
        <Trans>Send the link again</Trans>
      </Button>
      <CloseButton aria-label={t`Close`} onClick={() => closeInactiveBanner(inactive)} />
    </section>
  )
}
