import type { MessageDescriptor } from '@lingui/core'
import { limits } from '../../core/product/entities.ts'
import { parseEmail } from '../../core/text/normalise.ts'
import { fieldErrorText } from '../texts/problem-text.ts'
import { texts } from '../texts/texts.ts'

/** Checks a new password before it is sent; only the server knows the common ones. */
export function newPasswordError(password: string): MessageDescriptor | undefined {
  if (password === '') return texts.required
  if (password.length < limits.passwordMin) return fieldErrorText('tooShort')
  return password.length > limits.passwordMax ? fieldErrorText('tooLong') : undefined
}

/** `differs`: the specification has two texts for it, one for guests and one for the profile. */
export function confirmationError(
  password: string,
  confirmation: string,
  differs: MessageDescriptor,
): MessageDescriptor | undefined {
  if (confirmation === '') return texts.required
  return confirmation === password ? undefined : differs
}

/** Checks the address in the registration and reset forms; the login has its own messages. */
export function requiredEmailError(email: string): MessageDescriptor | undefined {
  const parsed = parseEmail(email)
  return parsed.ok ? undefined : fieldErrorText(parsed.error)
}
