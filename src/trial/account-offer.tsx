import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useRegistration } from '../app/use-registration.ts'
import classes from './trial.module.css'

/** The two ways from a trial to an account. Both come back to this page, with everything that is here. */
export function AccountOffer() {
  const redirect = useRouterState({ select: (state) => state.location.href })
  const mayRegister = useRegistration() !== 'closed'
  return (
    <div className={classes.offer}>
      {mayRegister && (
        <Button renderRoot={(props) => <Link {...props} to="/auth/register" search={{ redirect }} />}>
          <Trans>Create an account</Trans>
        </Button>
      )}
      <Button
        variant={mayRegister ? 'default' : 'filled'}
        renderRoot={(props) => <Link {...props} to="/auth/login" search={{ redirect }} />}
      >
        <Trans>Log in</Trans>
      </Button>
    </div>
  )
}
