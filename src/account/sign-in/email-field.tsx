import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { FormField } from '../../ui/input/use-form.ts'

interface EmailFieldProps extends FormField<string> {
  autoComplete: 'username' | 'email'
  label?: string
}

/** An email field without automatic capitals and spell check. */
export function EmailField({ name, label, autoComplete, value, error, onChange }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextInput
      name={name}
      type="email"
      label={label ?? t`Email`}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error && t(error)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
