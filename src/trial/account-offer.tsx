import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useRegistration } from '../app/use-registration.ts'
import classes from './trial.module.css'
import { LinkButton } from '../ui/links.tsx'

/** Links from a trial to the registration and the login. Both lead back to this page, with everything that is here. */
export function AccountOffer() {
  const redirect = useRouterState({ select: (state) => state.location.href })
  const mayRegister = useRegistration() !== 'closed'
  return (
    <div className={classes.offer}>
      {mayRegister && (
        <LinkButton to="/auth/register" search={{ redirect }}>
          <Trans>Create an account</Trans>
        </LinkButton>
      )}
      <LinkButton variant={mayRegister ? 'default' : 'filled'} to="/auth/login" search={{ redirect }}>
        <Trans>Log in</Trans>
      </LinkButton>
    </div>
  )
}
