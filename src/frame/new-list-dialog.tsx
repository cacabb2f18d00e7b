import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from '../ui/dialog/dialog.module.css'
import { Dialog } from '../ui/dialog/dialog.tsx'

export interface NewListDialogProps {
  opened: boolean
  onAnswer: (yes: boolean) => void
}

/** Asks before a URL makes a new list. */
export function NewListDialog({ opened, onAnswer }: NewListDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} onClose={() => onAnswer(false)} title={t`Make a new list?`} centered>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onAnswer(false)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => onAnswer(true)} data-autofocus>
          <Trans>New list</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
