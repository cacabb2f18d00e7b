import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { endSignIns, type SignIn } from '../../state/session/sign-ins.ts'
import { texts } from '../../texts/texts.ts'
import { useForm } from '../../ui/input/use-form.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { focusPage, PasswordField } from '../fields.tsx'
import { Form } from '../card-page.tsx'

export interface EndSignInDialogProps {
  opened: boolean
  /** null: all other sessions */
  signIn: SignIn | null
  onClose: () => void
}

/** Asks for the password before a session on another device is ended. */
export function EndSignInDialog({ opened, signIn, onClose }: EndSignInDialogProps) {
  const { t } = useLingui()
  const device = signIn?.device || t`Unknown device`
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={signIn ? t`Log out: ${device}` : t`Log out everywhere else?`}
    >
      <PasswordForm id={signIn?.id ?? null} onDone={onClose} />
    </Dialog>
  )
}

/** The password is required so that a thief with a stolen session cannot log the owner out. */
function PasswordForm({ id, onDone }: { id: string | null; onDone: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: texts.required } : {}),
    submit: async ({ password }) => {
      await endSignIns(id, password)
      onDone()
      focusPage()
    },
    about: { incorrectPassword: 'password' },
  })
  return (
    <Form
      form={form}
      end={
        <DialogButtons>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={form.disabled} loading={form.submitting}>
            <Trans context="device">Log out</Trans>
          </Button>
        </DialogButtons>
      }
    >
      <PasswordField
        {...form.field('password')}
        label={t`Your password, to make sure that it is you`}
        autoComplete="current-password"
      />
    </Form>
  )
}
