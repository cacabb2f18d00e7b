import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { parseEmail } from '../../core/text.ts'
import { resendActivation } from '../state/session.ts'
import { texts } from '../texts.ts'
import classes from './account.module.css'
import { Problem } from './problem.tsx'
import { EmailField } from './email-field.tsx'
import { useForm } from '../use-form.ts'

/** Asks for a new link. The answer is alike whether the address is known, so this says no more than that. */
export function ResendForm() {
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (parseEmail(email).ok ? {} : { email: texts.invalidEmail }),
    submit: async ({ email }) => {
      await resendActivation(email)
      setSent(true)
    },
  })
  if (sent)
    return (
      <p className={classes.lead} role="status">
        <Trans>If an account with this address waits for activation, a new link is on its way.</Trans>
      </p>
    )
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate>
      <Problem text={form.problem} />
      <EmailField autoComplete="email" {...form.field('email')} />
      <Button type="submit" variant="default" disabled={form.disabled} loading={form.submitting}>
        <Trans>Send a new link</Trans>
      </Button>
    </form>
  )
}
