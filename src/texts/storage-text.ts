import type { MessageDescriptor } from '@lingui/core'
import { StorageClosed } from '../../device/failures.ts'
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
