import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@mantine/core'
import { changePassword } from '../state/profile.ts'
import { useSession } from '../session/session.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { texts } from '../../texts/texts.ts'
import { Page, SubmitLine } from '../page.tsx'
import { Form } from '../card-page.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { confirmationError, newPasswordError } from '../checks.ts'
import { NewPassword, PasswordField } from '../fields.tsx'

export function ChangePasswordPage() {
  const { t } = useLingui()
  const email = useSession(({ session }) => session?.email ?? '')
  const form = useForm({
    initial: { oldPassword: '', newPassword: '', confirmation: '' },
    check: ({ oldPassword, newPassword, confirmation }) => ({
      oldPassword: oldPassword === '' && texts.required,
      newPassword: newPasswordError(newPassword),
      confirmation: confirmationError(newPassword, confirmation, accountTexts.passwordsDiffer),
    }),
    submit: async ({ oldPassword, newPassword }) => {
      await changePassword(oldPassword, newPassword)
      form.reset()
    },
    about: { oldPasswordIncorrect: 'oldPassword' },
  })
  const { field } = form
  return (
    <Page
      title={<Trans>Change password</Trans>}
      lead={<Trans>You stay logged in here; everywhere else you will need the new password.</Trans>}
    >
      <Card>
        <Form form={form}>
          {/* Tells password managers which account this password belongs to. */}
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <PasswordField {...field('oldPassword')} label={t`Old password`} autoComplete="current-password" />
          <NewPassword
            label={t`New password`}
            repeatLabel={t`Repeat the new password`}
            password={field('newPassword')}
            confirmation={field('confirmation')}
          />
          <SubmitLine form={form}>
            <Trans>Change password</Trans>
          </SubmitLine>
        </Form>
      </Card>
    </Page>
  )
}
