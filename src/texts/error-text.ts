import type { MessageDescriptor } from '@lingui/core'
import { loadTexts } from './i18n.ts'
import { texts } from './texts.ts'

/** The texts of all errors, with their code: nobody waits for them before there is one. */
export async function loadProblemTexts() {
  const [problemTexts] = await Promise.all([import('./problem-text.ts'), loadTexts('lists')])
  return problemTexts
}

/** The message to the user for any failed call. */
export async function errorTextOf(failure: unknown): Promise<MessageDescriptor> {
  const loaded = await loadProblemTexts().catch(() => null) // without a network there is but one thing to say
  return loaded ? loaded.errorText(failure) : texts.noConnection
}
