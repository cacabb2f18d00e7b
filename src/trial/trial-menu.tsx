import { Trans } from '@lingui/react/macro'
import { AccountOffer } from './account-offer.tsx'
import classes from './trial.module.css'

/** The head of the user menu during a trial. */
export function TrialMenu() {
  return (
    <>
      <p className={classes.text}>
        <Trans>Your lists are on this device only.</Trans>
      </p>
      <AccountOffer />
    </>
  )
}
