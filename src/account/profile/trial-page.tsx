import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { endTrial } from '../../state/session/end-trial.ts'
import { TrialPanel } from '../../trial/trial.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Preferences } from './preferences.tsx'
import { ProfileColumns } from './profile-page.tsx'
import { CategoriesRow, Row, Rows } from './rows.tsx'

/** Shown instead of the profile during a trial: what a trial is, how to get an account, and how to end the trial. */
export function TrialPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ProfileColumns
        title={<Trans>Without an account</Trans>}
        side={
          <Card component="section" aria-label={t`Account`}>
            <TrialPanel />
          </Card>
        }
      >
        <Preferences />
        <Rows>
          <CategoriesRow />
        </Rows>
        <Rows danger>
          <Row
            icon={IconTrash}
            title={<Trans>Remove everything from this device</Trans>}
            onClick={() => setAsking(true)}
          >
            <Trans>Lists, templates and categories that were made here without an account</Trans>
          </Row>
        </Rows>
      </ProfileColumns>
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
    </>
  )
}
