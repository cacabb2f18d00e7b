import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { limits } from '../../core/product/entities.ts'

/** Moves the focus to the beginning of the page, for when the focused element is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus({ preventScroll: true })
}

/** Focuses the beginning of the page on mount, for content that replaces a submitted form. */
export function usePageFocus(): void {
  useLayoutEffect(focusPage, [])
}

/** Returns the focus to the element that opened a dialog, for a dialog that is rendered only while it is open. */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
        else focusPage()
      })
    }
  }, [])
}

/** An email field without automatic capitals and spell check. */
export function EmailField(
  props: TextInputProps & { autoComplete: 'username' | 'username webauthn' | 'email' },
) {
  const { t } = useLingui()
  return <TextInput type="email" label={t`Email`} autoCapitalize="none" spellCheck={false} {...props} />
}

interface PasswordFieldProps extends PasswordInputProps {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field whose text can be shown while typing. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useLingui()
  return (
    <PasswordInput
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password` }}
      {...props}
    />
  )
}

function Eye({ reveal }: { reveal: boolean }) {
  const Symbol = reveal ? IconEyeOff : IconEye
  return <Symbol size={22} stroke={1.75} aria-hidden="true" />
}

interface NewPasswordProps {
  label: string
  repeatLabel: string
  /** the props of both fields, from the form */
  password: PasswordInputProps
  confirmation: PasswordInputProps
}

/** A new password with its rules, typed twice because the characters are hidden. */
export function NewPassword({ label, repeatLabel, password, confirmation }: NewPasswordProps) {
  const { t } = useLingui()
  const { passwordMin, passwordMax } = limits
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        description={t`${passwordMin} to ${passwordMax} characters, and not a common password. A short sentence works well.`}
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label={repeatLabel} autoComplete="new-password" />
    </>
  )
}
