import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { useSession } from '../state/session/session.ts'
import { resendAndTell } from '../state/session/account-calls.ts'
import { problemText } from '../texts/problem-text.ts'
import classes from './page.module.css'

/** Says that the profile can be edited only after the activation. Renders nothing for an active account. */
export function InactiveNotice() {
  const { t } = useLingui()
  const status = useSession(({ profile }) => profile?.status)
  if (status === undefined || status === 'A') return null
  return (
    <div className={classes.notice}>
      <IconMailExclamation size={24} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>{t(problemText('accountNotActivated'))}.</strong>{' '}
        <Trans>You can edit your profile once you have opened the link in our email.</Trans>
      </p>
      <Button variant="default" size="sm" onClick={() => void resendAndTell()}>
        <Trans>Send the link again</Trans>
      </Button>
    </div>
  )
}
