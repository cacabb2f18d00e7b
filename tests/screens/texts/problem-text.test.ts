import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import { ProblemError } from '../../../device/failures.ts'
import { i18n } from '../../../src/texts/i18n.ts'
import { errorText } from '../../../src/texts/problem-text.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
i18n.setMessagesCompiler(compileMessageOrThrow)

/** What a person reads who asks too soon. */
function told(retryAfterMs: number | null, code: ProblemCode = 'activationAlreadySent'): string {
  const problem = {
    type: 'about:blank',
    title: '',
    status: 429,
    requestId: '',
  }
  return i18n._(errorText(new ProblemError({ ...problem, code }, retryAfterMs)))
}

test('AUTH-7 who asks for another link in the first minute is told how many seconds it takes, later the rule', () => {
  expect(told(60_000)).toBe('You can ask for a new link in 60 seconds')
  expect(told(1_000)).toBe('You can ask for a new link in 1 second')
  for (const later of [61_000, 86_340_000, null])
    expect(told(later)).toBe('Only one activation link per 24 hours can be sent')
})

test('PROFILE-10 who has done something too often for a day is told how many hours it takes', () => {
  expect(told(86_400_000, 'tooManyRequests')).toBe('Too many attempts today. Try again in 24 hours.')
  expect(told(3_600_001, 'tooManyRequests')).toBe('Too many attempts today. Try again in 2 hours.')
  for (const soon of [3_600_000, null])
    expect(told(soon, 'tooManyRequests')).toBe('Too many attempts. Wait a moment and try again.')
})
