import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
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
export function PasswordField({ label, isNew, error, onChange, ...input }: PasswordFieldProps) {
  const { t } = useLingui()
  const { passwordMin, passwordMax } = limits
  return (
    <PasswordInput
      {...input}
      label={label}
      description={
        isNew &&
        t`${passwordMin} to ${passwordMax} characters, and not a common password. A short sentence works well.`
      }
      error={error && t(error)}
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password` }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function Eye({ reveal }: { reveal: boolean }) {
  const Symbol = reveal ? IconEyeOff : IconEye
  return <Symbol size={22} stroke={1.75} aria-hidden="true" />
}
