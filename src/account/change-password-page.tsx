import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword } from '../state/profile.ts'
import { useSession } from '../state/session.ts'
import { texts } from '../texts.ts'
import classes from './page.module.css'
import { Page } from './page.tsx'
import { newPasswordError, PasswordField } from './password-field.tsx'
import { Problem } from './problem.tsx'
import { SubmitLine } from './submit-line.tsx'
import { type FieldErrors, useForm } from '../use-form.ts'

const initial = { oldPassword: '', newPassword: '', confirmation: '' }
type Values = typeof initial

function check({ oldPassword, newPassword, confirmation }: Values): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  if (oldPassword === '') errors.oldPassword = texts.required
  const wrong = newPasswordError(newPassword)
  if (wrong) errors.newPassword = wrong
  if (confirmation === '') errors.confirmation = texts.required
  else if (confirmation !== newPassword) errors.confirmation = texts.passwordsDiffer
  return errors
}

export function ChangePasswordPage() {
  const { t } = useLingui()
  const email = useSession(({ session }) => session?.email ?? '')
  const form = useForm({
    initial,
    check,
    submit: async ({ oldPassword, newPassword }) => {
      await changePassword(oldPassword, newPassword)
      done()
    },
    about: { oldPasswordIncorrect: 'oldPassword' },
  })
  function done(): void {
    form.restart(initial)
  }
  const { values, errors, set } = form
  return (
    <Page
      title={<Trans>Change password</Trans>}
      lead={<Trans>You stay signed in here; everywhere else the new password is asked for.</Trans>}
    >
      <div className={classes.box}>
        <form className={classes.form} onSubmit={form.onSubmit} noValidate>
          <Problem text={form.problem} />
          {/* Tells password managers whose password this is. */}
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <PasswordField
            name="oldPassword"
            label={t`Old password`}
            autoComplete="current-password"
            value={values.oldPassword}
            error={errors.oldPassword}
            onChange={(password) => set('oldPassword', password)}
          />
          <PasswordField
            name="newPassword"
            label={t`New password`}
            autoComplete="new-password"
            isNew
            value={values.newPassword}
            error={errors.newPassword}
            onChange={(password) => set('newPassword', password)}
          />
          <PasswordField
            name="confirmation"
            label={t`Repeat the new password`}
            autoComplete="new-password"
            value={values.confirmation}
            error={errors.confirmation}
            onChange={(confirmation) => set('confirmation', confirmation)}
          />
          <SubmitLine form={form}>
            <Trans>Change password</Trans>
          </SubmitLine>
        </form>
      </div>
    </Page>
  )
}
