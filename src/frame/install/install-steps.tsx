import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShare2, IconSquarePlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import dialog from '../../ui/dialog/dialog.module.css'
import { explainInstall, refuseInstall, useInstall } from '../../state/install.ts'
import classes from './install.module.css'
import { addStartupImages } from './startup-images.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** Installation steps for iOS, where an app cannot open an installation prompt. */
export function InstallSteps() {
  const { t } = useLingui()
  const explaining = useInstall((state) => state.explaining)
  const onIos = useInstall((state) => state.way === 'ios')
  useEffect(() => {
    // Not only when the steps are shown, since users may install without them. If it fails, the start is blank for a
    // moment.
    if (onIos) addStartupImages().catch(() => undefined)
  }, [onIos])
  return (
    <Dialog opened={explaining} onClose={() => explainInstall(false)} title={t`Add to Home Screen`} centered>
      <ol className={classes.steps}>
        <li>
          <IconShare2 size={26} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>Tap ‘Share’ in the browser’s bar.</Trans>
          </span>
        </li>
        <li>
          <IconSquarePlus size={26} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>Choose ‘Add to Home Screen’, then ‘Add’.</Trans>
          </span>
        </li>
      </ol>
      <p className={dialog.text}>
        <Trans>
          Opened from the home screen, the app keeps your lists on this device. In the browser, they may be
          cleared after a week without a visit.
        </Trans>
      </p>
      <div className={dialog.buttons}>
        <Button
          data-autofocus
          onClick={() => {
            explainInstall(false)
            refuseInstall()
          }}
        >
          <Trans>Got it</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
