import { Trans } from '@lingui/react/macro'
import { IconDeviceMobile } from '@tabler/icons-react'
import { AccountOffer } from './account-offer.tsx'
import classes from './trial.module.css'

/** The panel that the sync status opens during a trial. */
export function TrialPanel() {
  return (
    <>
      <p className={classes.state}>
        <IconDeviceMobile size={28} stroke={1.75} aria-hidden="true" />
        <Trans>Everything is saved on this device, and only here.</Trans>
      </p>
      <p className={classes.text}>
        <Trans>
          With an account your lists are on all your devices and can be shared. What is here moves into it.
        </Trans>
      </p>
      <AccountOffer />
    </>
  )
}
