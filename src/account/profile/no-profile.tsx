import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { loadProfile } from '../../state/session/session.ts'
import classes from '../page.module.css'

/** Shown only if the device has not reached the server since the login. */
export function NoProfile() {
  return (
    <div className={classes.box}>
      <p className={classes.lead}>
        <Trans>
          Your profile is not on this device yet. It will appear as soon as there is a connection.
        </Trans>
      </p>
      <p>
        <Button variant="default" onClick={() => void loadProfile()}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    </div>
  )
}
