import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import dialog from '../../ui/dialog/dialog.module.css'
import { deleteAccount } from '../../state/session/profile.ts'
import { texts } from '../../texts/texts.ts'
import classes from '../page.module.css'
import { Page } from '../page.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { Problem } from '../problem.tsx'
import { SubmitLine } from '../sign-in/submit-line.tsx'
import { useForm } from '../../ui/input/use-form.ts'

export function DeleteAccountPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: texts.required } : {}),
    submit: async ({ password }) => {
      // Clear `search`, so that the next login does not lead back to this page.
      if (await deleteAccount(password)) await navigate({ to: '/auth/login', search: {}, replace: true })
    },
    about: { incorrectPassword: 'password' },
  })
  return (
    <Page
      title={<Trans>Delete account</Trans>}
      lead={<Trans>Nothing is deleted right away, and you can change your mind.</Trans>}
    >
      <div className={classes.box}>
        <h2>
          <Trans>What happens</Trans>
        </h2>
        <ul className={classes.points}>
          <li>
            <Trans>You are logged out on all devices at once.</Trans>
          </li>
          <li>
            <Trans>
              Everything is kept for 30 days. <strong>Log in again to get your account back</strong>, with all
              its lists.
            </Trans>
          </li>
          <li>
            <Trans>
              After 30 days your account, lists and picture are deleted for good, also for the people you
              shared the lists with.
            </Trans>
          </li>
        </ul>
      </div>
      <div className={classes.box}>
        <form className={classes.form} onSubmit={form.onSubmit} noValidate>
          <Problem text={form.problem} />
          <PasswordField
            {...form.field('password')}
            label={t`Your password, to make sure that it is you`}
            autoComplete="current-password"
          />
          <SubmitLine form={form} className={dialog.danger}>
            <Trans>Delete my account</Trans>
          </SubmitLine>
        </form>
      </div>
    </Page>
  )
}
