import { isMoveMark } from '../../../device/storage/move-mark.ts'
import { isKept } from '../own/kept-value.ts'
import { isUnsentBarcode } from '../stored-barcode.ts'

/** Returns whether a stored value exists only on this device, so that it stays for the next sign-in of its account. */
export function isUnsent(value: unknown): boolean {
  return isUnsentBarcode(value) || isMoveMark(value) || isKept(value)
}
