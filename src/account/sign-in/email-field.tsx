import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { TextInput } from '@mantine/core'
import { parseEmail } from '../../../core/words/text.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import type { FormField } from '../../ui/input/use-form.ts'

interface EmailFieldProps extends FormField<string> {
  autoComplete: 'username' | 'email'
}

/** An address as phones like to type it: no capital, no spelling. */
export function EmailField({ name, autoComplete, value, error, onChange }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextInput
      name={name}
      type="email"
      label={t`E-mail`}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error && t(error)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** What is wrong with an address in a form of registration or reset; the login has words of its own. */
export function requiredEmailError(email: string): MessageDescriptor | undefined {
  const parsed = parseEmail(email)
  return parsed.ok ? undefined : fieldErrorText(parsed.error)
}
