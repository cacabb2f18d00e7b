import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { parseEmail } from '../../../core/words/text.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import type { FormField } from '../../ui/input/use-form.ts'
import { TextField } from '../../ui/control/text-field.tsx'

interface EmailFieldProps extends FormField<string> {
  autoComplete: 'username' | 'email'
}

/** An e-mail field for phone keyboards: no capitals, no spell check. */
export function EmailField({ name, autoComplete, value, error, onChange }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      name={name}
      type="email"
      label={t`Email`}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error && t(error)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Checks the address in the registration and reset forms; the login has its own messages. */
export function requiredEmailError(email: string): MessageDescriptor | undefined {
  const parsed = parseEmail(email)
  return parsed.ok ? undefined : fieldErrorText(parsed.error)
}
