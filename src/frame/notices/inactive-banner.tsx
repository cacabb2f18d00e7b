import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { closeInactiveBanner } from '../../state/session/inactive-banner.ts'
import { resendAndTell } from '../../state/session/account-calls.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import classes from './banners.module.css'

/** Says what an inactive account can do, and how to activate it. */
export function InactiveBanner({ accountId }: { accountId: string }) {
  const { t } = useLingui()
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
      <CloseButton aria-label={t`Close`} onClick={() => closeInactiveBanner(accountId)} />
    </section>
  )
}
