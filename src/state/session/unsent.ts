import { isMoveMark } from '../../../device/storage/move-mark.ts'
import { isKept } from '../own/kept-value.ts'
import { isUnsentBarcode } from '../stored-barcode.ts'

/** Whether a stored value exists on this device only, so that it stays for the next sign-in of its account. */
export function isUnsent(value: unknown): boolean {
  return isUnsentBarcode(value) || isMoveMark(value) || isKept(value)
}
