import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { limits } from '../../../core/product/entities.ts'
import { prepareLogin } from '../../app/start/open-engine.ts'
import { useSession, who } from '../session/session.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { useForm } from '../../ui/input/use-form.ts'
import { Form } from '../card-page.tsx'
import { newPasswordError } from '../checks.ts'
import { EmailField, PasswordField } from '../fields.tsx'
import { TermsLabel } from '../sign-in/terms-label.tsx'
import { TrialNotice } from '../sign-in/try-it.tsx'
import { type Mailed, registerInvited } from './use-invite.ts'

interface MailedFormProps {
  code: string
  listId: string
  mailed: Mailed
  /** true while the account is being made */
  onSend: (sending: boolean) => void
  /** the visitor wants to use another address */
  onOther: () => void
}

/** Makes an account for somebody whose address is known, because they opened the link in their mail. */
export function MailedForm({ code, listId, mailed, onSend, onOther }: MailedFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const trial = useSession(who) === 'trial'
  const form = useForm({
    initial: { name: '', password: '', terms: false },
    check: ({ password, terms }) => ({
      password: newPasswordError(password),
      terms: !terms && accountTexts.termsRequired,
    }),
    submit: async (person) => {
      onSend(true)
      try {
        await registerInvited(code, mailed, person)
      } catch (error) {
        onSend(false)
        throw error
      }
      await navigate({ to: '/app/details/$id', params: { id: listId }, replace: true })
    },
  })
  const { field, disabled } = form
  useEffect(() => {
    if (!disabled) prepareLogin()
  }, [disabled])
  const { passwordMin, passwordMax } = limits
  return (
    <>
      {trial && <TrialNotice />}
      <Form form={form}>
        {/* Password managers store it with the password. */}
        <EmailField
          autoComplete="username"
          readOnly
          value={mailed.email}
          title={mailed.email}
          styles={{ input: { background: 'var(--app-skeleton)' } }}
        />
        <TextInput {...field('name')} label={t`Your name`} autoComplete="given-name" />
        <PasswordField
          {...field('password')}
          label={t`Choose a password`}
          description={t`${passwordMin} to ${passwordMax} characters, and not a common password. A short sentence works well.`}
          autoComplete="new-password"
        />
        <Checkbox {...field('terms', { type: 'checkbox' })} label={<TermsLabel />} />
        <Button type="submit" disabled={disabled} loading={form.submitting}>
          <Trans>Open the list</Trans>
        </Button>
      </Form>
      <Button variant="subtle" onClick={onOther} disabled={form.submitting}>
        <Trans>Not you? Use another address</Trans>
      </Button>
    </>
  )
}
