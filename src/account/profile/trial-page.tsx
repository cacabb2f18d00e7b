import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Preferences } from './preferences.tsx'
import classes from './profile.module.css'
import { CategoriesWay, WayText } from './way.tsx'
import { endTrial } from '../../state/session/end-trial.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TrialPanel } from '../../trial/trial.tsx'

/** Shown instead of the profile during a trial: what a trial is, how to get an account, and how to end the trial. */
export function TrialPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <div className={classes.page}>
      <h1>
        <Trans>Without an account</Trans>
      </h1>
      <div className={classes.columns}>
        <section className={`${classes.group} ${classes.box}`} aria-label={t`Account`}>
          <TrialPanel />
        </section>
        <div className={classes.groups}>
          <Preferences />
          <div className={classes.group}>
            <CategoriesWay />
          </div>
          <div className={classes.group} data-danger="">
            <UnstyledButton className={classes.way} data-danger="" onClick={() => setAsking(true)}>
              <IconTrash size={24} stroke={1.75} aria-hidden="true" />
              <WayText title={<Trans>Remove everything from this device</Trans>}>
                <Trans>Lists, templates and categories that were made here without an account</Trans>
              </WayText>
            </UnstyledButton>
          </div>
        </div>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t`Remove everything?`}
        confirm={t`Remove everything`}
        onConfirm={async () => {
          if (await endTrial()) await navigate({ to: '/' })
        }}
      >
        <Trans>
          Your lists, templates and categories are on this device only. They cannot be brought back.
        </Trans>
      </ConfirmDialog>
    </div>
  )
}
