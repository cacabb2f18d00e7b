import type { MessageDescriptor } from '@lingui/core'
import { loadTexts } from './i18n.ts'
import { storageErrorText } from './storage-text.ts'
import { texts } from './texts.ts'

/**
 * Loads the texts of all errors and their code, which are not needed before the first error. Null if they cannot be
 * loaded.
 */
export async function loadProblemTexts() {
  const loading = Promise.all([import('./problem-text.ts'), loadTexts('lists')])
  return loading.then(
    ([problemTexts]) => problemTexts,
    () => null,
  )
}

/** Returns the message to the user for any failed call. */
export async function errorTextOf(failure: unknown): Promise<MessageDescriptor> {
  const ofStorage = storageErrorText(failure)
  if (ofStorage) return ofStorage
  const loaded = await loadProblemTexts()
  return loaded ? loaded.errorText(failure) : texts.noConnection // without a connection they cannot be loaded
}
