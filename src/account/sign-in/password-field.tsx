import { useLingui } from '@lingui/react/macro'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '../../../core/product/entities.ts'
import { Field } from '../../ui/control/field.tsx'
import { IconButton } from '../../ui/control/icon-button.tsx'
import classes from '../../ui/control/input.module.css'
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
  const [shown, setShown] = useState(false)
  const { passwordMin, passwordMax } = limits
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <Field
      label={label}
      description={
        isNew &&
        t`${passwordMin} to ${passwordMax} characters, and not a common password. A short sentence works well.`
      }
      error={error && t(error)}
    >
      {(own) => (
        <div className={classes.framed}>
          <input
            {...input}
            {...own}
            className={classes.input}
            data-ends
            type={shown ? 'text' : 'password'}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span className={classes.end}>
            <IconButton
              aria-label={t`Show or hide password`}
              aria-pressed={shown}
              disabled={input.disabled}
              // Keeps the focus in the field, so that a phone's keyboard stays open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setShown(!shown)}
            >
              <Eye size={22} stroke={1.75} aria-hidden="true" />
            </IconButton>
          </span>
        </div>
      )}
    </Field>
  )
}
