import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { limits } from '../../../core/product/entities.ts'
import type { FormField } from '../../ui/input/use-form.ts'

interface PasswordFieldProps extends FormField<string> {
  label: string
  autoComplete: 'current-password' | 'new-password'
  /** a new password: its rules are shown above the field */
  isNew?: boolean
  disabled?: boolean
}

/** A password field whose text can be shown while typing. */
export function PasswordField({ name, label, isNew, autoComplete, error, ...field }: PasswordFieldProps) {
  const { t } = useLingui()
  const { passwordMin, passwordMax } = limits
  return (
    <PasswordInput
      name={name}
      label={label}
      description={
        isNew &&
        t`${passwordMin} to ${passwordMax} characters, and not a common password. A short sentence works well.`
      }
      autoComplete={autoComplete}
      disabled={field.disabled}
      value={field.value}
      error={error && t(error)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
      onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
    />
  )
}
