import type { MessageDescriptor } from '@lingui/core'
import { loadTexts } from './i18n.ts'
import { storageErrorText } from './storage-text.ts'
import { texts } from './texts.ts'

/** The texts of all errors, with their code: nobody waits for them before there is one. Null: they do not come now. */
export async function loadProblemTexts() {
  const loading = Promise.all([import('./problem-text.ts'), loadTexts('lists')])
  return loading.then(
    ([problemTexts]) => problemTexts,
    () => null,
  )
}

/** The message to the user for any failed call. */
export async function errorTextOf(failure: unknown): Promise<MessageDescriptor> {
  const ofStorage = storageErrorText(failure)
  if (ofStorage) return ofStorage
  const loaded = await loadProblemTexts()
  return loaded ? loaded.errorText(failure) : texts.noConnection // that is why they do not come
}
