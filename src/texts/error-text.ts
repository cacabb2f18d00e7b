import type { MessageDescriptor } from '@lingui/core'
import { StorageClosed } from '../../device/failures.ts'
import { loadTexts } from './i18n.ts'
import { texts } from './texts.ts'

/** What is wrong with this device's storage, what is safe, and what to do. */
export const storageTexts = {
  failed: texts.storageFull,
  full: texts.storageNoRoom,
  blocked: texts.storageBlocked,
  newer: texts.storageNewer,
} as const

/** Returns null if the error is not a storage failure. */
export function storageErrorText(error: unknown): MessageDescriptor | null {
  if (error instanceof StorageClosed) return storageTexts[error.why]
  // Only the device's storage throws DOMExceptions here.
  return error instanceof DOMException ? texts.storageFailed : null
}

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
