import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveChanges } from '../sync/panel/save-changes.ts'
import { useSession, who } from '../account/session/session.ts'
import { useLanguage } from '../texts/i18n.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'

/** Before a logout, warns about changes not sent yet and offers to download them. */
export function LogoutDialog() {
  const { t } = useLingui()
  const question = useSession(({ question: open }) => (open?.about === 'unsent' ? open : null))
  const language = useLanguage()
  const guest = useSession(who) === 'guest'

  return (
    <Dialog
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={guest ? t`Leave before everything is saved?` : t`Log out before everything is saved?`}
    >
      <Text mb="sm">
        <Plural
          value={question?.count ?? 0}
          one="# change is not saved on the server yet."
          other="# changes are not saved on the server yet."
        />{' '}
        {guest ? (
          <Trans>Nobody can send them once you have left. Stay until they are sent, or save them.</Trans>
        ) : (
          <Trans>They stay on this device and wait until you log in here again. Nobody else sees them.</Trans>
        )}
      </Text>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={20} aria-hidden />}
        onClick={() => void saveChanges(language)}
      >
        <Trans>Also save them as a file</Trans>
      </Button>
      <DialogButtons>
        <Button variant="default" onClick={() => question?.answer(false)} data-autofocus>
          {guest ? <Trans>Stay</Trans> : <Trans>Stay logged in</Trans>}
        </Button>
        <Button onClick={() => question?.answer(true)}>
          {guest ? <Trans>Leave without them</Trans> : <Trans>Log out and keep them</Trans>}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

export interface YesDialogProps {
  opened: boolean
  onAnswer: (yes: boolean) => void
}

/** Before a notification leads away from a page on which something is typed. */
export function LeaveDialog({ opened, onAnswer }: YesDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} onClose={() => onAnswer(false)} title={t`Leave this page for the notification?`}>
      <Trans>What you typed here and did not save would be lost.</Trans>
      <DialogButtons>
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          <Trans>Stay here</Trans>
        </Button>
        <Button onClick={() => onAnswer(true)}>
          <Trans>Open the list</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Asks before a URL makes a new list. */
export function NewListDialog({ opened, onAnswer }: YesDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} onClose={() => onAnswer(false)} title={t`Make a new list?`}>
      <DialogButtons>
        <Button variant="default" onClick={() => onAnswer(false)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => onAnswer(true)} data-autofocus>
          <Trans>New list</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
