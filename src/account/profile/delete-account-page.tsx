import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import dialog from '../../ui/dialog.module.css'
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
      lead={<Trans>Nothing is gone at once, and you can change your mind.</Trans>}
    >
      <div className={classes.box}>
        <h2>
          <Trans>What happens</Trans>
        </h2>
        <ul className={classes.points}>
          <li>
            <Trans>You are signed out on all devices at once.</Trans>
          </li>
          <li>
            <Trans>
              For 30 days everything is kept. <strong>Logging in again brings the account back</strong>, with
              all its lists.
            </Trans>
          </li>
          <li>
            <Trans>
              After 30 days the account, its lists and its picture are removed for good, also for those you
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
            label={t`Your password, to be sure that it is you`}
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
