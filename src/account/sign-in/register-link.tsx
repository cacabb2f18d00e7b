import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRegistration } from '../../app/use-registration.ts'
import classes from '../account.module.css'

/** Below the login form: the link to the registration, or why there is none. */
export function RegisterLink() {
  const registration = useRegistration()
  return (
    <p className={classes.other}>
      {registration === 'closed' ? (
        <Trans>No new accounts are made here.</Trans>
      ) : registration === 'invite' ? (
        <Trans>New accounts are by invitation only.</Trans>
      ) : (
        <Trans>
          New here?{' '}
          <Link to="/auth/register" search={true}>
            Create an account
          </Link>
        </Trans>
      )}
    </p>
  )
}
